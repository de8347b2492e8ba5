package io.sluice.spring.boot.orders;

import org.springframework.data.jpa.repository.JpaRepository;

/** The items of the database. */
public interface Items extends JpaRepository<Item, Long> {

    long countByName(String name);
}

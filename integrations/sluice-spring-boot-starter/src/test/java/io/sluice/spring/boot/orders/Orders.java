package io.sluice.spring.boot.orders;

import jakarta.persistence.EntityManager;
import java.util.List;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** Transactions of the application. */
@Service
public class Orders {

    private static final String SESSION = "SELECT pg_backend_pid()";

    private final Items items;
    private final EntityManager entities;
    private final JdbcTemplate jdbc;

    public Orders(Items items, EntityManager entities, JdbcTemplate jdbc) {
        this.items = items;
        this.entities = entities;
        this.jdbc = jdbc;
    }

    @Transactional
    public Item add(String name) {
        return items.save(new Item(name));
    }

    @Transactional
    public void addAndFail(String name) {
        items.saveAndFlush(new Item(name));
        throw new IllegalArgumentException(name);
    }

    @Transactional(readOnly = true)
    public void addReadOnly(String name) {
        items.saveAndFlush(new Item(name));
    }

    /** Returns the sessions that JPA and JDBC use in one transaction. */
    @Transactional
    public List<Integer> sessions() {
        Integer ofJpa = (Integer) entities.createNativeQuery(SESSION).getSingleResult();
        return List.of(ofJpa, jdbc.queryForObject(SESSION, Integer.class));
    }
}

package io.sluice.hibernate;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;

/** What the tests and the samples keep. */
@Entity(name = "item")
class Item {

    @Id private int id;

    Item() {}

    Item(int id) {
        this.id = id;
    }

    int getId() {
        return id;
    }
}

--liquibase formatted sql
--changeset orders:1
CREATE TABLE receipt (id INT PRIMARY KEY);

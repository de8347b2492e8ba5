/** Sluice in Spring Boot 4: auto-configuration of the data source, its metrics and its health. */
@NullMarked
package io.sluice.spring.boot;

import org.jspecify.annotations.NullMarked;

package io.sluice.spring.boot.orders;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** An application as users have it; it knows nothing of its pool. */
@SpringBootApplication
public class OrdersApplication {

    /** Starts and ends the application, to measure how long that takes. */
    public static void main(String[] arguments) {
        SpringApplication.run(OrdersApplication.class, arguments).close();
    }
}

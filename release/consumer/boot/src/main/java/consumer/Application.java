package consumer;

import io.sluice.jdbc.SluiceDataSource;
import javax.sql.DataSource;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;

/** An application of Spring Boot that has the starter, one property of the pool, and no other code for it. */
@SpringBootApplication
public class Application {

    public static void main(String[] args) {
        try (ConfigurableApplicationContext context = SpringApplication.run(Application.class, args)) {
            SluiceDataSource pool = (SluiceDataSource) context.getBean(DataSource.class);
            Integer one = context.getBean(JdbcTemplate.class).queryForObject("SELECT 1", Integer.class);
            if (one == null || one != 1 || pool.getMaxSize() != 3) {
                throw new IllegalStateException("not as configured: " + pool);
            }
        }
    }
}

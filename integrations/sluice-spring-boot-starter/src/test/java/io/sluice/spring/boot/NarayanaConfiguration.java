package io.sluice.spring.boot;

import com.arjuna.ats.arjuna.common.CoreEnvironmentBeanException;
import com.arjuna.ats.arjuna.common.ObjectStoreEnvironmentBean;
import com.arjuna.ats.arjuna.common.arjPropertyManager;
import com.arjuna.ats.jta.common.jtaPropertyManager;
import com.arjuna.common.internal.util.propertyservice.BeanPopulator;
import java.util.List;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.transaction.jta.JtaTransactionManager;

/** The sample of {@code docs/spring-boot.md}, word for word. */
@Configuration(proxyBeanMethods = false)
class NarayanaConfiguration {

    @Bean
    static BeanFactoryPostProcessor narayana(Environment environment)
            throws CoreEnvironmentBeanException { // made before every other bean
        String node = environment.getRequiredProperty("transactions.node");
        String folder = environment.getRequiredProperty("transactions.folder");
        arjPropertyManager.getCoreEnvironmentBean().setNodeIdentifier(node);
        jtaPropertyManager.getJTAEnvironmentBean().setXaRecoveryNodes(List.of(node));
        for (String store : new String[] {null, "communicationStore", "stateStore"}) {
            BeanPopulator.getNamedInstance(ObjectStoreEnvironmentBean.class, store)
                    .setObjectStoreDir(folder);
        }
        return beans -> {};
    }

    @Bean
    JtaTransactionManager transactionManager() {
        return new JtaTransactionManager(
                com.arjuna.ats.jta.UserTransaction.userTransaction(),
                com.arjuna.ats.jta.TransactionManager.transactionManager());
    }
}

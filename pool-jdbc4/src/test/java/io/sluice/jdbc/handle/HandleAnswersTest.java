package io.sluice.jdbc.handle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Blob;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What handles answer of themselves, and values that need no handle. */
class HandleAnswersTest {

    @ParameterizedTest
    @EnumSource
    void aHandleUnwrapsToItselfUntilItIsClosed(Subject subject) throws Exception {
        Subject.Opened opened = subject.open();
        assertThat((Object) opened.handle.unwrap(subject.type)).isSameAs(opened.handle);
        assertThat(opened.handle.isWrapperFor(subject.type)).isTrue();

        Subject.close(opened);

        assertThatThrownBy(() -> opened.handle.unwrap(subject.type))
                .hasMessage(subject.closedName() + " is closed");
        assertThatThrownBy(() -> opened.handle.isWrapperFor(subject.type))
                .hasMessage(subject.closedName() + " is closed");
    }

    @Test
    void valuesAreGivenAsTheyAre() throws SQLException {
        Subject.Opened opened = Subject.RESULT_SET.open();
        for (Object value : List.of("text", 7, opened.driver.make(Blob.class))) {
            opened.driver.onReturn("getObject", value);
            assertThat(((ResultSet) opened.handle).getObject(1)).isSameAs(value);
        }
    }

    @Test
    void aConnectionThatTheDriverFindsInvalidIsLost() throws SQLException {
        Subject.Opened opened = Subject.CONNECTION.open();
        opened.driver.onReturn("isValid", true);
        opened.connection.isValid(1);
        assertThat(opened.owner.invalid).isEmpty();

        opened.driver.onReturn("isValid", false);
        opened.connection.isValid(1);

        assertThat(opened.owner.invalid).containsExactly(opened.connection);
    }
}

package dev.leat.outbox;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(Databases.class)
class SchemaTest {

    @Parameter
    Databases kind;

    @Test
    void missingTablesAreNamedWithTheFileThatMakesThem() {
        try (TestDatabase database = kind.openEmpty()) {
            assertThatThrownBy(() -> Outbox.builder(database).build())
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("V1__outbox.sql");
        }
    }

    @Test
    void anotherVersionIsRefused() throws SQLException {
        try (TestDatabase database = kind.open()) {
            database.execute("update ob_meta set v = '7' where k = 'version'");
            assertThatThrownBy(() -> Outbox.builder(database).build())
                    .hasMessageContaining("version 7")
                    .hasMessageContaining("needs version 1");
        }
    }
}

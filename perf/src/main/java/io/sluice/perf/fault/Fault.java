package io.sluice.perf.fault;

import io.sluice.perf.command.NameConverter;
import io.sluice.pool.fault.PostgresServer;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/** A fault of the server or the network, and its end. */
enum Fault {
    STOPPED("the server is stopped and started again", true) {
        @Override
        void begin(Scene scene) {
            scene.server().stop();
        }

        @Override
        void end(Scene scene) {
            scene.server().start();
        }
    },

    KILLED("the server is killed and started again", true) {
        @Override
        void begin(Scene scene) {
            scene.server().kill();
        }

        @Override
        void end(Scene scene) {
            scene.server().start();
        }
    },

    FROZEN("every process of the server is frozen and goes on", true) {
        @Override
        void begin(Scene scene) {
            scene.server().freeze();
        }

        @Override
        void end(Scene scene) {
            scene.server().thaw();
        }
    },

    FROZEN_RESTARTED("every process of the server is frozen, then killed and started again", true) {
        @Override
        void begin(Scene scene) {
            scene.server().freeze();
        }

        @Override
        void end(Scene scene) {
            scene.server().kill();
            scene.server().start();
        }
    },

    TERMINATED("each session is terminated, one after the other", false) {
        @Override
        void begin(Scene scene) {
            scene.terminateAll();
        }

        @Override
        void end(Scene scene) {}
    },

    DROPPED("the network swallows everything and tells nobody", true) {
        @Override
        void begin(Scene scene) {
            scene.proxy().drop();
        }

        @Override
        void end(Scene scene) {
            scene.proxy().heal();
        }
    },

    DELAYED("the network takes 200 ms more in each direction", true) {
        @Override
        void begin(Scene scene) {
            scene.proxy().delay(DELAY);
        }

        @Override
        void end(Scene scene) {
            scene.proxy().heal();
        }
    },

    HALF_CLOSED("the network ends the direction towards the client of each connection", false) {
        @Override
        void begin(Scene scene) {
            scene.proxy().halfClose();
        }

        @Override
        void end(Scene scene) {}
    },

    RESET("the network resets each connection", false) {
        @Override
        void begin(Scene scene) {
            scene.proxy().reset();
        }

        @Override
        void end(Scene scene) {}
    },

    HANGING(
            "the network resets each connection; who connects is not answered, and reset at the end",
            true) {
        @Override
        void begin(Scene scene) {
            scene.proxy().hang();
            scene.proxy().reset();
        }

        @Override
        void end(Scene scene) {
            scene.proxy().heal();
        }
    },

    PASSWORD("the password is another one for a while, and each session is terminated", true) {
        @Override
        void begin(Scene scene) {
            scene.server().changePassword(Scene.USER, "another");
            scene.terminateAll();
        }

        @Override
        void end(Scene scene) {
            scene.server().changePassword(Scene.USER, Scene.PASSWORD);
        }
    },

    TOO_MANY(
            "the role of the pool may have 4 connections only, and each session is terminated",
            true) {
        @Override
        void begin(Scene scene) {
            limit(scene.server(), 4);
            scene.terminateAll();
        }

        @Override
        void end(Scene scene) {
            limit(scene.server(), -1);
        }

        private void limit(PostgresServer server, int connections) {
            server.run("ALTER ROLE " + Scene.USER + " CONNECTION LIMIT " + connections);
        }
    },

    FAILOVER("the primary is killed and the standby promoted; the URL names both", true) {
        @Override
        void begin(Scene scene) {
            scene.server().kill();
        }

        @Override
        void end(Scene scene) {
            scene.standby().promote();
        }
    };

    private static final Duration DELAY = Duration.ofMillis(200);

    private final String title;
    private final boolean lasts;

    Fault(String title, boolean lasts) {
        this.title = title;
        this.lasts = lasts;
    }

    /** Begins the fault; returns when it has begun. */
    abstract void begin(Scene scene);

    /** Ends the fault; returns when it has ended. */
    abstract void end(Scene scene);

    /** Returns whether it lasts until it is ended. */
    boolean lasts() {
        return lasts;
    }

    /** Returns whether it needs a standby, which it uses up. */
    boolean needsStandby() {
        return this == FAILOVER;
    }

    /** Returns what happens, in words. */
    String title() {
        return title;
    }

    /** Returns the name as it is written on the command line and in results. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Reads a fault from the command line. */
    static final class Converter extends NameConverter<Fault> {

        Converter() {
            super(List.of(values()));
        }
    }
}

package io.sluice.perf.fault;

import java.time.Duration;
import java.util.Locale;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A fault of the server or the network, and its end. */
enum Fault {
    STOPPED(
            "the server is stopped and started again",
            scene -> scene.server().stop(),
            scene -> scene.server().start()),
    KILLED(
            "the server is killed and started again",
            scene -> scene.server().kill(),
            scene -> scene.server().start()),
    FROZEN(
            "every process of the server is frozen and goes on",
            scene -> scene.server().freeze(),
            scene -> scene.server().thaw()),
    FROZEN_RESTARTED(
            "every process of the server is frozen, then killed and started again",
            scene -> scene.server().freeze(),
            scene -> {
                scene.server().kill();
                scene.server().start();
            }),
    TERMINATED("each session is terminated, one after the other", Scene::terminateAll),
    DROPPED(
            "the network swallows everything and tells nobody",
            scene -> scene.proxy().drop(),
            scene -> scene.proxy().heal()),
    DELAYED(
            "the network takes 200 ms more in each direction",
            scene -> scene.proxy().delay(Duration.ofMillis(200)),
            scene -> scene.proxy().heal()),
    HALF_CLOSED(
            "the network ends the direction towards the client of each connection",
            scene -> scene.proxy().halfClose()),
    RESET("the network resets each connection", scene -> scene.proxy().reset()),
    HANGING(
            "the network resets each connection; a new connection is not answered, and reset at the end",
            scene -> {
                scene.proxy().hang();
                scene.proxy().reset();
            },
            scene -> scene.proxy().heal()),
    PASSWORD(
            "the password is another one for a while, and each session is terminated",
            scene -> {
                scene.server().changePassword(Scene.USER, "another");
                scene.terminateAll();
            },
            scene -> scene.server().changePassword(Scene.USER, Scene.PASSWORD)),
    TOO_MANY(
            "the role of the pool may have 4 connections only, and each session is terminated",
            scene -> {
                scene.limitConnections(4);
                scene.terminateAll();
            },
            scene -> scene.limitConnections(-1)),
    FAILOVER(
            "the primary is killed and the standby promoted; the URL names both",
            scene -> scene.server().kill(),
            scene -> scene.standby().promote()),
    FAILOVER_PLAIN(
            "the same; the URL names both and says nothing of roles",
            scene -> scene.server().kill(),
            scene -> scene.standby().promote()),
    SWITCHOVER(
            "the primary accepts no more writes and stays up, the standby is promoted; the URL names"
                    + " both and tells the driver to look for the primary",
            Scene::demote,
            scene -> scene.standby().promote()),
    SWITCHOVER_PLAIN(
            "the same; the URL names both and says nothing of roles",
            Scene::demote,
            scene -> scene.standby().promote());

    /** What happens, in words. */
    final String title;

    private final Consumer<Scene> begin;
    private final @Nullable Consumer<Scene> end;

    /** A fault that does not last. */
    Fault(String title, Consumer<Scene> begin) {
        this(title, begin, null);
    }

    Fault(String title, Consumer<Scene> begin, @Nullable Consumer<Scene> end) {
        this.title = title;
        this.begin = begin;
        this.end = end;
    }

    /** Begins the fault; returns when it has begun. */
    void begin(Scene scene) {
        begin.accept(scene);
    }

    /** Ends a fault that lasts; returns when it has ended. */
    void end(Scene scene) {
        if (end != null) {
            end.accept(scene);
        }
    }

    /** Returns whether it lasts until it is ended. */
    boolean lasts() {
        return end != null;
    }

    /** Returns whether it needs a standby, which it uses up. */
    boolean needsStandby() {
        return this == FAILOVER || this == SWITCHOVER || asksNoDriver();
    }

    /** Returns whether the driver is told to look for the primary. */
    boolean asksDriver() {
        return !asksNoDriver();
    }

    private boolean asksNoDriver() {
        return this == FAILOVER_PLAIN || this == SWITCHOVER_PLAIN;
    }

    /** Returns whether Sluice is told to look for the primary, which others cannot do. */
    boolean asksPool() {
        return this == SWITCHOVER || asksNoDriver();
    }

    /** Returns the name as it is written on the command line and in results. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}

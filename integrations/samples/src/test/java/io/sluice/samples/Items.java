package io.sluice.samples;

import org.apache.ibatis.annotations.Insert;

/** The statements of the sample of MyBatis. */
interface Items {

    @Insert("INSERT INTO item VALUES (#{id})")
    void add(int id);
}

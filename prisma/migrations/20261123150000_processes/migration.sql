-- The processes of the studio that are there, or were a moment ago: what each takes part in, and
-- whether the pit has ordered it to give its tables away. Nothing of it is the truth about a table.
CREATE TABLE "processes" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "version" TEXT NOT NULL,
    "roles" TEXT[] NOT NULL,
    "takes" BOOLEAN NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT studio_now(),
    "seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT studio_now(),
    "drained_at" TIMESTAMPTZ(3),

    CONSTRAINT "processes_pkey" PRIMARY KEY ("id")
);

GRANT SELECT, INSERT, DELETE, UPDATE ("takes", "seen_at", "drained_at") ON "processes" TO "sabot_app";

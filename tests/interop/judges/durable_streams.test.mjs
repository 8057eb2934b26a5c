// The conformance suite of Durable Streams, whose own command looks for itself where vitest does not look.
import { runConformanceTests } from "@durable-streams/server-conformance-tests";

runConformanceTests({ baseUrl: process.env.CONFORMANCE_TEST_URL });

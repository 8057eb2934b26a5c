// The official client of Durable Streams follows a project: prints the entries of each batch as a line, for ever.
// A connection that breaks ends its response, and it is for whoever uses it to ask again from the last offset.
import { stream } from "@durable-streams/client";

const [url, token, live, begin] = process.argv.slice(2);
const headers = { authorization: `Bearer ${token}` };
let known = begin;
for (;;) {
  const response = await stream({ url, headers, live: live === "true" || live, offset: known });
  response.subscribeJson(({ items, offset }) => {
    known = offset;
    console.log(JSON.stringify({ sequences: items.map((item) => item.sequence), offset }));
  });
  await response.closed.catch((error) => console.error(`again from ${known}: ${error.message}`));
}

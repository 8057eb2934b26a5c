/** Runs `force` beside the page. */

import { force, type ForceTask } from "./force";

self.onmessage = ({ data }: MessageEvent<ForceTask>): void => {
  const start = performance.now();
  self.postMessage(force(data, () => performance.now() - start));
};

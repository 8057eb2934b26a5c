/** Runs `force` beside the page. */

import { type ForceTask, force } from "./force";

self.onmessage = ({ data }: MessageEvent<ForceTask>): void => {
  const start = performance.now();
  self.postMessage(force(data, () => performance.now() - start));
};

/** The page of all components, for whoever works on the page: `npx vite web/components`. It is in no build. */

import { createRoot } from "react-dom/client";
import { speakIn } from "../src/ui/text";
import { toasts } from "../src/ui/toasts";
import { Gallery } from "./Gallery";
import "../src/ui/styles/index.css";
import "../src/canvases/table/table.css";
import "../src/comments/comments.css";
import "../src/canvases/ghosts.css";
import "./components.css";

async function begin(): Promise<void> {
  await speakIn("en");
  toasts.done("“ShipOrder” deleted", { label: "Undo", run: () => undefined });
  const root = document.getElementById("root");
  if (root !== null) createRoot(root).render(<Gallery />);
}

void begin();

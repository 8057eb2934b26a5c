/** Where the page begins. */

import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./ui/App";
import { preferences } from "./ui/preferences";
import { speakIn } from "./ui/text";
import "./ui/styles/index.css";

// Not awaited at the top level: what is loaded later imports from here, and would wait for it.
async function begin(): Promise<void> {
  const root = document.getElementById("root");
  if (!root) throw new Error("index.html has no #root");
  await speakIn(preferences.get().language);
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}

void begin();

/** Where an address leads that names no project, or one that is not for whoever came. */

import type { ReactNode } from "react";
import { goTo } from "./route";
import { useText } from "./text";
import { useWorkbench } from "./workbench";

export default function NoProject(): ReactNode {
  const say = useText("frame");
  const { project } = useWorkbench();
  return (
    <main className="door">
      <section className="card" role="alert">
        <h1>
          <bdi>{say("noProject", { name: project })}</bdi>
        </h1>
        <p>{say("noProjectWhy")}</p>
        <button type="button" className="primary" onClick={() => goTo({})}>
          {say("toProjects")}
        </button>
      </section>
    </main>
  );
}

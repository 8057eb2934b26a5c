/** Keeps one broken pane from taking the others with it. */

import { Component, type ReactNode } from "react";
import { ErrorText } from "./ErrorText";
import { useText } from "./text";

interface Properties {
  readonly children: ReactNode;
}

interface Broken {
  readonly error: Error | null;
}

export class Boundary extends Component<Properties, Broken> {
  override state: Broken = { error: null };

  static getDerivedStateFromError(error: Error): Broken {
    return { error };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (!error) return this.props.children;
    return (
      <div className="pad" role="alert">
        <ErrorText error={{ code: "page", message: error.message, retry: "later" }} />
        <Reload />
      </div>
    );
  }
}

function Reload(): ReactNode {
  const say = useText("frame");
  return (
    <button type="button" onClick={() => location.reload()}>
      {say("reload")}
    </button>
  );
}

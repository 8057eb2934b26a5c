/** What an answer changes, in the conversation: it comes with the first change of an assistant. */

import { type ReactNode, Suspense } from "react";
import type { Message } from "../../protocol";
import { late } from "../../ui/late";

const OperationsCard = late(async () => ({ default: (await import("./OperationsCard")).OperationsCard }));

export function LateOperations({ message }: { readonly message: Message }): ReactNode {
  return (
    <Suspense fallback={null}>
      <OperationsCard message={message} />
    </Suspense>
  );
}

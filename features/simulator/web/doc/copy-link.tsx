import { addressWithPlace, selectionOf, useScope } from '@qd/web-calls'
import { CopyButton } from '@qd/web-frame'
import type { ReactNode } from 'react'
import { useShallow } from 'zustand/react/shallow'

/** Copies a link to what the path names, at the server in view: whoever opens it sees the same. */
export function CopyLink({ path, label }: { path: string; label: string }): ReactNode {
  const selection = useScope(useShallow(selectionOf))
  const address = addressWithPlace(path, selection)
  return <CopyButton text={`${window.location.href.split('#')[0]}#${address}`} label={label} />
}

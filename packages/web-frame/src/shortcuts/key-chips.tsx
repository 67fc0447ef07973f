import type { ReactNode } from 'react'
import { keyNames } from './keys.ts'
import { Kbd } from '@qd/web-controls'

/** A shortcut as keys: `mod+k` shows Ctrl K. */
export function KeyChips({ keys }: { keys: string }): ReactNode {
  return (
    <span style={{ display: 'inline-flex', gap: 3 }}>
      {keyNames(keys).map((name) => (
        <Kbd key={name}>{name}</Kbd>
      ))}
    </span>
  )
}

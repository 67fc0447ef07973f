import type { ReactNode } from 'react'
import { ChangedValues } from './changed-values.tsx'

interface Group {
  module: string
  values: readonly { path: string; before: string; after: string }[]
}

/** Changed values of a player whose frames nobody keeps. */
export function OtherChanges({ groups }: { groups: readonly Group[] }): ReactNode {
  const shown = groups.map(({ module, values }) => ({
    module,
    values: values.map((value) => ({ ...value, module, frame: -1, frames: [] })),
  }))
  return <ChangedValues groups={shown} connection="" />
}

import type { Level } from '@qd/contract-kit'
import { Activity, useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { LoadingRows } from '@qd/web-controls'
import { useScope } from './scope.ts'
import { missingLevel } from './missing-level.ts'
import { requireLevel } from './require-level.ts'
import { isSelectionSettled, whenSelectionSettles } from './selection-settled.ts'
import { SelectionMissing } from './selection-missing.tsx'

/**
 * A page that needs a selection: entering without one says what is missing (S5.01), and the page stands once it is
 * chosen. What was typed in it is kept while somebody chooses another place.
 */
export function LevelGate({ level, children }: { level: Level; children: ReactNode }): ReactNode {
  const missing = useScope((state) => missingLevel(level, state))
  const isSettled = useScope(isSelectionSettled)
  const [wasOpen, setOpen] = useState(missing === null)
  if (missing === null && !wasOpen) setOpen(true)
  useEffect(() => whenSelectionSettles(() => void requireLevel(level)), [level])
  return (
    <>
      {missing === null ? null : isSettled ? (
        <SelectionMissing missing={missing} />
      ) : (
        <LoadingRows rows={8} />
      )}
      {wasOpen ? <Activity mode={missing === null ? 'visible' : 'hidden'}>{children}</Activity> : null}
    </>
  )
}

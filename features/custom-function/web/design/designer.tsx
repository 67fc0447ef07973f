import { useIsMobile } from '@qd/web-base'
import { useMarkUnsaved } from '@qd/web-frame'
import { equalValues } from '@qd/protocol-model'
import { useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import type { FunctionHome } from '../place/function-home.ts'
import { BasicsPanel } from './basics-panel.tsx'
import { CheckPanel } from './check-panel.tsx'
import { sendable } from './definition.ts'
import type { Definition } from './definition.ts'
import { DesignContext } from './design-context.ts'
import { DesignerHead } from './designer-head.tsx'
import type { DesignView } from './designer-head.tsx'
import { leadToFault } from './fault-place.ts'
import { JsonPanel } from './json-panel.tsx'
import { ParametersPanel } from './parameters-panel.tsx'
import type { Saved } from './save-dialog.tsx'
import { StepsPanel } from './steps-panel.tsx'
import { useLiveCheck, useSurroundings } from './use-surroundings.ts'
import styles from './design.module.css'

interface DesignerProps {
  home: FunctionHome
  /** What the designer starts with. */
  loaded: Definition
  saved: Saved | null
  onSaved: (saved: Saved) => void
}

/** Puts a function together: what it is called, what it asks for, what it does; checked while it is typed. */
export function Designer(props: DesignerProps): ReactNode {
  const { home, loaded } = props
  const isMobile = useIsMobile()
  const [definition, change] = useState<Definition>(loaded)
  const [view, setView] = useState<DesignView>('form')
  const isDirty = !equalValues(sendable(definition), sendable(loaded))
  useMarkUnsaved(isDirty ? 1 : 0)
  const surroundings = useSurroundings(home)
  const check = useLiveCheck(home, definition)
  const { faults } = check
  const design = useMemo(
    () => ({ definition, change, faults, ...surroundings }),
    // eslint-disable-next-line react-hooks/exhaustive-deps -- its parts, which stay the same while nothing changed
    [definition, faults, surroundings.protocol, surroundings.commands, surroundings.messages],
  )
  const lead = (path: string): void => {
    // The fields are there once the form is shown.
    flushSync(() => setView('form'))
    leadToFault(path)
  }
  return (
    <DesignContext value={design}>
      <DesignerHead
        {...props}
        definition={definition}
        faults={faults}
        isDirty={isDirty}
        view={view}
        onView={setView}
        onLead={lead}
      />
      <div className={styles.grid} data-mobile={isMobile}>
        {view === 'json' ? (
          <JsonPanel />
        ) : (
          <>
            <div className={styles.column}>
              <BasicsPanel />
              <ParametersPanel />
            </div>
            <StepsPanel />
          </>
        )}
        <CheckPanel check={check} onLead={lead} />
      </div>
    </DesignContext>
  )
}

import { goTo, useIsMobile } from '@qd/web-base'
import { Panel, SegmentedControl, Tag } from '@qd/web-controls'
import { useMarkUnsaved, useShortcut } from '@qd/web-frame'
import { equalValues } from '@qd/protocol-model'
import { Button } from 'antd'
import { CircleAlert, CircleCheck, History, ListChecks, Play, Save, ShieldCheck } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import type { FunctionFault } from '../../contract/index.ts'
import type { FunctionHome } from '../place/function-home.ts'
import { RiskTag } from '../run/risk-tag.tsx'
import { useFunctionTexts } from '../texts.ts'
import { BasicsPanel } from './basics-panel.tsx'
import { sendable } from './definition.ts'
import type { Definition } from './definition.ts'
import { DesignContext } from './design-context.ts'
import { JsonPanel } from './json-panel.tsx'
import { ParametersPanel } from './parameters-panel.tsx'
import { openSave } from './save-dialog.tsx'
import type { Saved } from './save-dialog.tsx'
import { StepsPanel } from './steps-panel.tsx'
import { openTrial } from './trial-dialog.tsx'
import type { Trial } from './trial-dialog.tsx'
import { useLiveCheck, useSurroundings } from './use-surroundings.ts'
import { openVersions } from './versions-dialog.tsx'
import styles from './design.module.css'

type View = 'form' | 'json'

/** All that is wrong, with its place, where the forms show only what is in view. */
function FaultList({ faults }: { faults: readonly FunctionFault[] }): ReactNode {
  return (
    <ul className={styles.faultList}>
      {faults.map((fault) => (
        <li key={`${fault.path} ${fault.code}`}>
          <CircleAlert size={14} aria-hidden />
          <span>
            <code>{fault.path}</code> {fault.msg}
          </span>
        </li>
      ))}
    </ul>
  )
}

function CheckPanel({ check }: { check: ReturnType<typeof useLiveCheck> }): ReactNode {
  const t = useFunctionTexts()
  const { faults, risk, error, isOpen } = check
  const isFine = !isOpen && error === null && faults.length === 0
  return (
    <Panel
      title={t('check.title')}
      icon={<ShieldCheck size={15} aria-hidden />}
      count={faults.length === 0 ? undefined : <Tag tone="error">{faults.length}</Tag>}
      actions={risk === null ? undefined : <RiskTag risk={risk} />}
    >
      <div role="status" className={styles.check}>
        {error === null ? null : <p className={styles.fault}>{error.told}</p>}
        {isFine ? (
          <p className={styles.fine}>
            <CircleCheck size={15} aria-hidden /> {t('check.fine')}
          </p>
        ) : null}
        {isOpen && faults.length === 0 && error === null ? (
          <p className={styles.hint}>{t('check.waiting')}</p>
        ) : null}
        <FaultList faults={faults} />
        <p className={styles.hint}>{t('formula.help')}</p>
      </div>
    </Panel>
  )
}

interface DesignerProps {
  home: FunctionHome
  /** What the designer starts with. */
  loaded: Definition
  saved: Saved | null
  onSaved: (saved: Saved) => void
}

function Head(
  props: DesignerProps & {
    definition: Definition
    isDirty: boolean
    hasFaults: boolean
    view: View
    onView: (view: View) => void
  },
): ReactNode {
  const t = useFunctionTexts()
  const { home, saved, definition, isDirty, hasFaults, view, onView, onSaved } = props
  const lastTrial = useRef<Trial | null>(null)
  const canTry = !hasFaults && definition.title.trim() !== '' && definition.steps.length > 0
  const save = () => openSave({ home, definition, saved, onSaved })
  const canSave = isDirty && !hasFaults && definition.title.trim() !== ''
  useShortcut('mod+s', () => (canSave ? save() : undefined), { isTaken: true })
  return (
    <div className={styles.bar}>
      <h1 className={styles.name}>
        <bdi>{definition.title === '' ? t('design.newTitle') : definition.title}</bdi>
        {saved === null ? null : (
          <span className={styles.hint}>{t('versions.number', { version: saved.version })}</span>
        )}
        {isDirty ? <Tag tone="warn">{t('design.unsaved')}</Tag> : null}
      </h1>
      <SegmentedControl<View>
        label={t('design.view')}
        value={view}
        segments={[
          { value: 'form', label: t('design.form') },
          { value: 'json', label: 'JSON' },
        ]}
        onChange={onView}
      />
      <Button
        icon={<ListChecks size={14} aria-hidden />}
        disabled={!canTry}
        onClick={() =>
          openTrial({
            home,
            definition,
            last: lastTrial.current,
            onChange: (trial) => {
              lastTrial.current = trial
            },
          })
        }
      >
        {t('run.dryRun')}
      </Button>
      {saved === null ? null : (
        <>
          <Button
            icon={<History size={14} aria-hidden />}
            onClick={() => openVersions({ home, saved, onRestored: onSaved })}
          >
            {t('versions.title')}
          </Button>
          <Button
            icon={<Play size={14} aria-hidden />}
            disabled={isDirty}
            title={isDirty ? t('design.saveFirst') : undefined}
            onClick={() => goTo(`/dataModify?fn=${encodeURIComponent(`composed:${saved.id}`)}`)}
          >
            {t('design.try')}
          </Button>
        </>
      )}
      <Button type="primary" icon={<Save size={14} aria-hidden />} disabled={!canSave} onClick={save}>
        {t('share.save')}
      </Button>
    </div>
  )
}

/** Puts a function together: what it is called, what it asks for, what it does; checked while it is typed. */
export function Designer(props: DesignerProps): ReactNode {
  const { home, loaded } = props
  const isMobile = useIsMobile()
  const [definition, change] = useState<Definition>(loaded)
  const [view, setView] = useState<View>('form')
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
  return (
    <DesignContext value={design}>
      <Head
        {...props}
        definition={definition}
        isDirty={isDirty}
        hasFaults={faults.length > 0}
        view={view}
        onView={setView}
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
        <CheckPanel check={check} />
      </div>
    </DesignContext>
  )
}

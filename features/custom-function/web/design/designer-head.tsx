import { goTo } from '@qd/web-base'
import { SegmentedControl, Tag } from '@qd/web-controls'
import { useShortcut } from '@qd/web-frame'
import { Button } from 'antd'
import type { ButtonProps } from 'antd'
import { CircleAlert, History, ListChecks, Pencil, Play, Save } from 'lucide-react'
import { useRef, useState } from 'react'
import type { ReactNode } from 'react'
import type { FunctionFault } from '../../contract/index.ts'
import type { FunctionHome } from '../place/function-home.ts'
import { useFunctionTexts } from '../texts.ts'
import type { Definition } from './definition.ts'
import { nextDesignStep } from './next-design-step.ts'
import type { DesignStep } from './next-design-step.ts'
import { openSave } from './save-dialog.tsx'
import type { Saved } from './save-dialog.tsx'
import { openTrial } from './trial-dialog.tsx'
import type { Trial } from './trial-dialog.tsx'
import { openVersions } from './versions-dialog.tsx'
import styles from './design.module.css'

export type DesignView = 'form' | 'json'

export interface HeadProps {
  home: FunctionHome
  saved: Saved | null
  onSaved: (saved: Saved) => void
  definition: Definition
  faults: readonly FunctionFault[]
  isDirty: boolean
  view: DesignView
  onView: (view: DesignView) => void
  /** To what is wrong at a place, or still empty. */
  onLead: (path: string) => void
}

/** The dialog that tries the definition, and whether it was tried as it stands. */
function useTrying({ home, definition }: HeadProps) {
  const last = useRef<Trial | null>(null)
  const [tried, setTried] = useState<Definition | null>(null)
  return {
    isTried: tried === definition,
    open: () =>
      openTrial({
        home,
        definition,
        last: last.current,
        onChange: (trial) => {
          last.current = trial
        },
        onTried: () => setTried(definition),
      }),
  }
}

/** The buttons of a designer; the one that comes next is the primary one. */
function Buttons(props: HeadProps): ReactNode {
  const t = useFunctionTexts()
  const { home, saved, definition, faults, isDirty, onSaved, onLead } = props
  const trying = useTrying(props)
  const standing = { definition, faults, isDirty, isSaved: saved !== null, isTried: trying.isTried }
  const next = nextDesignStep(standing)
  const isNamed = definition.title.trim() !== ''
  const canTry = faults.length === 0 && isNamed && definition.steps.length > 0
  const canSave = isDirty && faults.length === 0 && isNamed
  const save = () => openSave({ home, definition, saved, onSaved })
  useShortcut('mod+s', () => (canSave ? save() : undefined), { isTaken: true })
  const as = (step: DesignStep): ButtonProps =>
    step === next ? { type: 'primary', 'aria-current': 'step' } : {}
  const empty = next === 'name' ? 'title' : 'steps'
  return (
    <>
      {next === 'name' || next === 'steps' ? (
        <Button {...as(next)} icon={<Pencil size={14} aria-hidden />} onClick={() => onLead(empty)}>
          {t(`next.${next}`)}
        </Button>
      ) : null}
      {next === 'fix' ? (
        <Button
          {...as('fix')}
          icon={<CircleAlert size={14} aria-hidden />}
          onClick={() => onLead(faults[0]?.path ?? '')}
        >
          {t('next.fix')}
        </Button>
      ) : null}
      <Button
        {...as('try')}
        icon={<ListChecks size={14} aria-hidden />}
        disabled={!canTry}
        onClick={trying.open}
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
            {...as('run')}
            icon={<Play size={14} aria-hidden />}
            disabled={isDirty}
            title={isDirty ? t('design.saveFirst') : undefined}
            onClick={() => goTo(`/dataModify?fn=${encodeURIComponent(`composed:${saved.id}`)}`)}
          >
            {t('design.try')}
          </Button>
        </>
      )}
      <Button {...as('save')} icon={<Save size={14} aria-hidden />} disabled={!canSave} onClick={save}>
        {t('share.save')}
      </Button>
    </>
  )
}

/** What is designed, how it is shown, and what can be done with it. */
export function DesignerHead(props: HeadProps): ReactNode {
  const t = useFunctionTexts()
  const { saved, definition, isDirty, view, onView } = props
  return (
    <div className={styles.bar}>
      <h1 className={styles.name}>
        <bdi>{definition.title === '' ? t('design.newTitle') : definition.title}</bdi>
        {saved === null ? null : (
          <span className={styles.hint}>{t('versions.number', { version: saved.version })}</span>
        )}
        {isDirty ? <Tag tone="warn">{t('design.unsaved')}</Tag> : null}
      </h1>
      <SegmentedControl<DesignView>
        label={t('design.view')}
        value={view}
        segments={[
          { value: 'form', label: t('design.form') },
          { value: 'json', label: 'JSON' },
        ]}
        onChange={onView}
      />
      <Buttons {...props} />
    </div>
  )
}

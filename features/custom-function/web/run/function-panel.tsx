import { effectWords, useKitText } from '@qd/web-base'
import { Panel, RiskTag, Tag, Time, ZoneNote } from '@qd/web-controls'
import type { ReactNode } from 'react'
import type { FunctionEntry } from '../../contract/index.ts'
import { takenValues } from '../model/parameter-values.ts'
import { useFunctionTexts } from '../texts.ts'
import styles from './function-panel.module.css'
import { ParameterForm } from './parameter-form.tsx'
import { Suggestions } from './suggestions.tsx'
import { TargetChoice } from './target-choice.tsx'
import type { FunctionRunControls } from './use-function-run.ts'

/** Who made the function and which version this is. */
function Origin({ entry }: { entry: FunctionEntry }): ReactNode {
  const t = useFunctionTexts()
  const { composed, version, id } = entry
  if (composed === null) {
    return (
      <p className={styles.origin}>
        {t('origin.server')} <code>{id}</code>
      </p>
    )
  }
  return (
    <p className={styles.origin}>
      {t('origin.composed', { version, by: composed.savedBy, owner: composed.owner })}{' '}
      <Time at={composed.savedAt} />
      {composed.note === '' ? null : ` · ${composed.note}`}
    </p>
  )
}

/** What it does where it does anything, and that nobody can say so. */
function EffectsTag({ effects }: Pick<FunctionEntry, 'effects'>): ReactNode {
  const kit = useKitText()
  if (effects === null || (effects.isComplete && effects.known.length === 0)) return null
  return <Tag tone={effects.isComplete ? 'neutral' : 'warn'}>{effectWords(effects, kit)}</Tag>
}

function WhyNot({ entry }: { entry: FunctionEntry }): ReactNode {
  const t = useFunctionTexts()
  if (entry.mayRun || entry.whyNot === null) return null
  return <p className={styles.whyNot}>{t(`whyNot.${entry.whyNot}`, { risk: entry.risk })}</p>
}

/** A function: what it is for, whom it is run on, and its parameters. */
export function FunctionPanel(props: {
  entry: FunctionEntry
  controls: FunctionRunControls
  actions: ReactNode
}): ReactNode {
  const t = useFunctionTexts()
  const { entry, controls } = props
  const { draft, patch, remembered } = controls
  const { title, comment, source, risk, parameters } = entry
  return (
    <Panel
      title={title}
      count={
        <span className={styles.tags}>
          <Tag tone={source === 'composed' ? 'theme' : 'neutral'}>{t(`source.${source}`)}</Tag>
          <RiskTag risk={risk} />
          <EffectsTag effects={entry.effects} />
        </span>
      }
      actions={props.actions}
      status={entry.composed === null ? undefined : <ZoneNote />}
      className={styles.panel}
    >
      <div className={styles.body}>
        {comment === '' ? null : <p className={styles.comment}>{comment}</p>}
        <Origin entry={entry} />
        <WhyNot entry={entry} />
        <section className={styles.section} aria-label={t('target.title')}>
          <h3 className={styles.heading}>{t('target.title')}</h3>
          <TargetChoice entry={entry} />
        </section>
        <section className={styles.section} aria-label={t('parameters.title')} data-run-part="parameters">
          <h3 className={styles.heading}>{t('parameters.title')}</h3>
          <Suggestions
            parameters={parameters}
            remembered={remembered}
            onTake={(values) => patch({ values: takenValues(parameters, values), refusals: {} })}
          />
          <ParameterForm
            parameters={parameters}
            values={draft.values}
            refusals={draft.refusals}
            isDisabled={!entry.mayRun}
            onChange={(values) => patch({ values, refusals: {} })}
          />
        </section>
      </div>
    </Panel>
  )
}

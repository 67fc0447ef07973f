import { Panel } from '@qd/web-controls'
import { EmptyState } from '@qd/web-frame'
import { Button } from 'antd'
import { ListOrdered, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { useFunctionTexts } from '../texts.ts'
import { STEP_KINDS, inserted, moved, newStep, replaced, without } from './definition.ts'
import type { StepDraft } from './definition.ts'
import { useDesign } from './design-context.ts'
import { FaultText } from './fault-text.tsx'
import { StepCard } from './step-card.tsx'
import styles from './design.module.css'

/** What the function does, one card after the other. */
export function StepsPanel(): ReactNode {
  const t = useFunctionTexts()
  const { definition, change } = useDesign()
  const { steps, target } = definition
  const set = (next: readonly StepDraft[]) => change({ ...definition, steps: next })
  // What works on a player's data has no place in a function without one.
  const kinds = STEP_KINDS.filter((kind) => target === 'player' || kind === 'command')
  const adding = (
    <div className={styles.adding} data-step="steps" role="group" aria-label={t('design.addStep')}>
      {kinds.map((kind) => (
        <Button
          key={kind}
          size="small"
          icon={<Plus size={13} aria-hidden />}
          onClick={() => set([...steps, newStep(kind)])}
        >
          {t(`kind.${kind}`)}
        </Button>
      ))}
    </div>
  )
  return (
    <Panel title={t('design.steps')} icon={<ListOrdered size={15} aria-hidden />} count={steps.length}>
      <ol className={styles.steps}>
        {steps.map((step, index) => (
          <StepCard
            // Steps have no name but their place.
            // eslint-disable-next-line react/no-array-index-key
            key={index}
            step={step}
            index={index}
            count={steps.length}
            onChange={(next) => set(replaced(steps, index, next))}
            onMove={(from, to) => set(moved(steps, from, to))}
            onCopy={() => set(inserted(steps, index + 1, structuredClone(step)))}
            onRemove={() => set(without(steps, index))}
          />
        ))}
      </ol>
      <FaultText path="steps" />
      {steps.length === 0 ? (
        <EmptyState title={t('design.noSteps')} hint={t('design.noStepsHint')} action={adding} />
      ) : (
        adding
      )}
    </Panel>
  )
}

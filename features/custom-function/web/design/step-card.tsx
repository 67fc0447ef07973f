import { IconButton } from '@qd/web-controls'
import { Input } from 'antd'
import { ArrowDown, ArrowUp, Copy, GripVertical, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { DragEvent, ReactNode } from 'react'
import { useFunctionTexts } from '../texts.ts'
import type { StepDraft } from './definition.ts'
import { faultsAt, useDesign } from './design-context.ts'
import { FaultText } from './fault-text.tsx'
import { ConditionInput } from './formula-input.tsx'
import { Labelled } from './labelled.tsx'
import { StepForm } from './step-forms.tsx'
import { StepIndexContext } from './step-index.ts'
import styles from './design.module.css'

const DRAGGED = 'application/x-qd-step'

interface StepCardProps {
  step: StepDraft
  index: number
  count: number
  onChange: (step: StepDraft) => void
  onMove: (from: number, to: number) => void
  onCopy: () => void
  onRemove: () => void
}

/** A step without what is empty: a condition that is none, a title nobody gave. */
function tidy(step: StepDraft): StepDraft {
  return Object.fromEntries(
    Object.entries(step).filter(
      ([name, value]) => value !== undefined && !(name === 'title' && value === ''),
    ),
  ) as unknown as StepDraft
}

/** Parts of a step that have a field, which tells what is wrong with them. */
const WITH_FIELD = ['as', 'diff', 'key', 'path', 'cmd', 'account', 'body', 'name', 'params', 'when', 'stopIf']

/** What is wrong with the step and stands at none of its fields. */
function OtherFaults({ path }: { path: string }): ReactNode {
  const { faults } = useDesign()
  const others = faultsAt(faults, path, true).filter((fault) => {
    const [part, below] = fault.path.slice(path.length + 1).split('.')
    return part === 'changes' ? below === undefined : !WITH_FIELD.includes(part ?? '')
  })
  return [...new Set(others.map((fault) => fault.path))].map((each) => <FaultText key={each} path={each} />)
}

function useDropping(props: StepCardProps) {
  const [isOver, setOver] = useState(false)
  const isStep = (event: DragEvent) => event.dataTransfer.types.includes(DRAGGED)
  return {
    isOver,
    onDragOver: (event: DragEvent) => {
      if (!isStep(event)) return
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      setOver(false)
      if (!isStep(event)) return
      event.preventDefault()
      props.onMove(Number(event.dataTransfer.getData(DRAGGED)), props.index)
    },
  }
}

/** One step: what kind it is, its form, and when it is done; moved by its handle, by buttons or by alt and arrows. */
export function StepCard(props: StepCardProps): ReactNode {
  const t = useFunctionTexts()
  const { step, index, count, onMove } = props
  const path = `steps.${index}`
  const change = (next: StepDraft) => props.onChange(tidy(next))
  const { isOver, ...dropping } = useDropping(props)
  return (
    <StepIndexContext value={index}>
      <li
        className={styles.step}
        data-over={isOver}
        data-step={path}
        aria-label={t('step.numbered', { number: index + 1 })}
        {...dropping}
        onKeyDown={(event) => {
          const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
          if (!event.altKey || by === 0) return
          event.preventDefault()
          onMove(index, index + by)
        }}
      >
        <div className={styles.stepHead}>
          <span
            className={styles.grip}
            draggable
            title={t('step.drag')}
            onDragStart={(event) => event.dataTransfer.setData(DRAGGED, String(index))}
          >
            <GripVertical size={14} aria-hidden />
          </span>
          <span className={styles.number}>{index + 1}</span>
          <span className={styles.kind} data-kind={step.kind}>
            {t(`kind.${step.kind}`)}
          </span>
          <Input
            size="small"
            variant="borderless"
            aria-label={t('step.title')}
            placeholder={t('step.title')}
            maxLength={100}
            value={step.title ?? ''}
            onChange={({ target }) => change({ ...step, title: target.value })}
          />
          <IconButton
            isSmall
            label={t('step.up')}
            disabled={index === 0}
            onClick={() => onMove(index, index - 1)}
          >
            <ArrowUp size={14} aria-hidden />
          </IconButton>
          <IconButton
            isSmall
            label={t('step.down')}
            disabled={index === count - 1}
            onClick={() => onMove(index, index + 1)}
          >
            <ArrowDown size={14} aria-hidden />
          </IconButton>
          <IconButton isSmall label={t('step.copy')} onClick={props.onCopy}>
            <Copy size={14} aria-hidden />
          </IconButton>
          <IconButton isSmall label={t('step.remove')} onClick={props.onRemove}>
            <Trash2 size={14} aria-hidden />
          </IconButton>
        </div>
        <div className={styles.fields}>
          <StepForm step={step} path={path} onChange={change} />
        </div>
        <div className={styles.conditions}>
          <Labelled label={t('step.when')}>
            {(id) => (
              <ConditionInput
                id={id}
                label={t('step.when')}
                path={`${path}.when`}
                value={step.when}
                onChange={(when) => change({ ...step, when })}
              />
            )}
          </Labelled>
          <Labelled label={t('step.stopIf')}>
            {(id) => (
              <ConditionInput
                id={id}
                label={t('step.stopIf')}
                path={`${path}.stopIf`}
                value={step.stopIf}
                onChange={(stopIf) => change({ ...step, stopIf })}
              />
            )}
          </Labelled>
        </div>
        <OtherFaults path={path} />
      </li>
    </StepIndexContext>
  )
}

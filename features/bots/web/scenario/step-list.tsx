import { printStep } from '@qd/scenario'
import type { Step } from '@qd/scenario'
import { IconButton, MenuButton } from '@qd/web-controls'
import { Input } from 'antd'
import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useBotsTexts } from '../texts.ts'
import { readLine } from './read-line.ts'
import styles from './scenario.module.css'
import { keepKey, keyOf } from './step-keys.ts'
import { listedSteps, withList } from './step-paths.ts'
import type { ListedStep } from './step-paths.ts'
import type { ScenarioEditing, TypedRow } from './use-scenario-editing.ts'

/** What a new step of each kind begins with. */
const NEW: Record<Step['do'], Step> = {
  enter: { do: 'enter', deviceId: 'bot-{{bot}}' },
  send: { do: 'send', message: 'Heartbeat', body: {} },
  wait: { do: 'wait', message: 'Sync' },
  assert: { do: 'assert', that: [{ left: '$', is: 'exists' }] },
  set: { do: 'set', name: 'name', value: '' },
  extract: { do: 'extract', name: 'id', path: '$.id' },
  loop: { do: 'loop', times: 3, steps: [] },
  random: {
    do: 'random',
    ways: [
      { weight: 1, steps: [] },
      { weight: 1, steps: [] },
    ],
  },
  branch: { do: 'branch', if: [{ left: '$', is: 'exists' }], yes: [], no: [] },
  sleep: { do: 'sleep', ms: 1_000 },
  call: { do: 'call', name: 'name' },
  leave: { do: 'leave' },
  note: { do: 'note', text: '' },
}
const KINDS = Object.keys(NEW) as Step['do'][]
/** The block with the step inside it, where it has none yet: there is no other row to add it after. */
function filledWith(block: Step, added: Step): Step | null {
  if (block.do === 'loop' && block.steps.length === 0) return { ...block, steps: [added] }
  if (block.do === 'branch' && block.yes.length === 0) return { ...block, yes: [added] }
  if (block.do !== 'random') return null
  const at = block.ways.findIndex(({ steps }) => steps.length === 0)
  return at === -1 ? null : { ...block, ways: block.ways.with(at, { ...block.ways[at]!, steps: [added] }) }
}

function StepRow({
  listed,
  typed,
  onType,
  onChange,
}: {
  listed: ListedStep
  typed: TypedRow | undefined
  onType: (row: TypedRow | null) => void
  onChange: (change: (list: Step[]) => Step[]) => void
}) {
  const t = useBotsTexts()
  const { step, label, depth, index, isLast } = listed
  const printed = printStep(step)
  const fault = typed?.fault ?? ''
  const take = () => {
    if (typed === undefined) return
    if (typed.text === printed) return onType(null)
    const read = readLine(typed.text, step, t)
    if (typeof read === 'string') return onType({ ...typed, fault: read })
    onType(null)
    onChange((list) => list.with(index, keepKey(read, step)))
  }
  const move = (by: number) =>
    onChange((list) => list.with(index, list[index + by]!).with(index + by, list[index]!))
  const add = (kind: Step['do']) =>
    onChange((list) => {
      const added = structuredClone(NEW[kind])
      const filled = filledWith(step, added)
      if (filled === null) return list.toSpliced(index + 1, 0, added)
      return list.with(index, keepKey(filled, step))
    })
  return (
    <li className={styles.step} style={{ paddingInlineStart: 8 + depth * 18 }} data-kind={step.do}>
      <span className={styles.number}>{label}</span>
      <span className={styles.line}>
        <Input
          size="small"
          variant="borderless"
          className="qd-mono"
          aria-label={t('scenario.step', { label })}
          value={typed?.text ?? printed}
          {...(fault === '' ? {} : { status: 'error' as const })}
          onChange={({ target }) => onType({ text: target.value, fault })}
          onBlur={take}
          onPressEnter={take}
        />
        {fault === '' ? null : (
          <span className={styles.fault} role="alert">
            {fault}
          </span>
        )}
      </span>
      <AddButton label={t('scenario.addAfter', { label })} onAdd={add} />
      <IconButton isSmall label={t('scenario.up')} disabled={index === 0} onClick={() => move(-1)}>
        <ArrowUp size={13} aria-hidden />
      </IconButton>
      <IconButton isSmall label={t('scenario.down')} disabled={isLast} onClick={() => move(1)}>
        <ArrowDown size={13} aria-hidden />
      </IconButton>
      <IconButton
        isSmall
        label={t('scenario.remove')}
        onClick={() => onChange((list) => list.toSpliced(index, 1))}
      >
        <X size={13} aria-hidden />
      </IconButton>
    </li>
  )
}

function AddButton({ label, onAdd }: { label: string; onAdd: (kind: Step['do']) => void }): ReactNode {
  return (
    <MenuButton
      label={label}
      items={KINDS.map((kind) => ({ key: kind, label: kind, onSelect: () => onAdd(kind) }))}
    >
      <Plus size={13} aria-hidden />
    </MenuButton>
  )
}

/** The steps one below the other; each is edited as its line of the text form. */
export function StepList({ editing }: { editing: ScenarioEditing }): ReactNode {
  const t = useBotsTexts()
  const { scenario, rows, change, typeRow } = editing
  const steps = listedSteps(scenario.steps)
  const addLast = (kind: Step['do']) =>
    change({ ...scenario, steps: [...scenario.steps, structuredClone(NEW[kind])] })
  return (
    <>
      <ol className={styles.steps}>
        {steps.map((listed) => {
          const key = keyOf(listed.step)
          return (
            <StepRow
              key={key}
              listed={listed}
              typed={rows.get(key)}
              onType={(row) => typeRow(key, row)}
              onChange={(changed) => change(withList(scenario, listed.path, changed))}
            />
          )
        })}
      </ol>
      <div className={styles.addLast}>
        <AddButton label={t('scenario.add')} onAdd={addLast} />
        <span>{t('scenario.add')}</span>
      </div>
    </>
  )
}

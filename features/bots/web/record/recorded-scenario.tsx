import { checkScenario, fromFrames } from '@qd/scenario'
import type { FromFramesOptions, VariableProposal } from '@qd/scenario'
import { formatQuantity, goTo, useKitText } from '@qd/web-base'
import { Banner, SegmentedControl } from '@qd/web-controls'
import { DialogActions } from '@qd/web-frame'
import type { WebSlots } from '@qd/web-frame'
import { Button, Checkbox, Form, Input } from 'antd'
import { CircleAlert } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { ComponentProps, ReactNode } from 'react'
import { ScenarioText } from '../scenario/scenario-text.tsx'
import { useBotsTexts } from '../texts.ts'
import styles from './record.module.css'
import { useScenarioDraft } from './scenario-draft.ts'

type Props = ComponentProps<NonNullable<WebSlots['recordedFrames']>>
type Recording = Props['recording']
type Pace = NonNullable<FromFramesOptions['pace']>

/** Places that are named of those where a value was sent. */
const SHOWN_PLACES = 4
const VALUE_SHOWN = 60

function Proposal(props: {
  proposal: VariableProposal
  frames: Recording['frames']
  isKept: boolean
  onKeep: (isKept: boolean) => void
}): ReactNode {
  const t = useBotsTexts()
  const { proposal, frames } = props
  const { name, value, from, used } = proposal
  const placeOf = (place: VariableProposal['from']): string => `#${frames[place.frame]!.n} ${place.path}`
  const places = used.slice(0, SHOWN_PLACES).map(placeOf).join(', ')
  return (
    <li className={styles.proposal}>
      <Checkbox checked={props.isKept} onChange={({ target }) => props.onKeep(target.checked)}>
        <code>{`{{${name}}}`}</code>{' '}
        <span className={styles.value}>{String(value).slice(0, VALUE_SHOWN)}</span>
      </Checkbox>
      <span className={styles.places}>
        {t('record.from', { number: frames[from.frame]!.n, path: from.path })} ·{' '}
        {t('record.used', { places: used.length > SHOWN_PLACES ? `${places} …` : places })}
      </span>
    </li>
  )
}

/** What could not be taken into the scenario. */
function Losses({ recording }: { recording: Recording }): ReactNode {
  const t = useBotsTexts()
  const { frames, left, leaveOut, enterCmd } = recording
  const skipped = new Set([...leaveOut, enterCmd])
  const unread = frames.filter(
    ({ direction, cmd, body }) => direction === 'request' && body === null && !skipped.has(cmd),
  ).length
  return (
    <>
      {left === 0 ? null : (
        <Banner tone="warn" icon={<CircleAlert size={15} aria-hidden />}>
          {t('record.left', { number: formatQuantity(left) })}
        </Banner>
      )}
      {unread === 0 ? null : (
        <Banner tone="warn" icon={<CircleAlert size={15} aria-hidden />}>
          {t('record.unread', { number: formatQuantity(unread) })}
        </Banner>
      )}
    </>
  )
}

/** The scenario that frames make: its name, its pauses, and which values become variables are chosen here. */
export function RecordedScenario({ recording, state, onClose }: Props): ReactNode {
  const t = useBotsTexts()
  const kit = useKitText()
  const { frames, enterCmd, leaveOut } = recording
  const [name, setName] = useState(recording.title)
  const [pace, setPace] = useState<Pace>('none')
  const [dropped, setDropped] = useState<ReadonlySet<string>>(new Set())
  const options = useMemo<FromFramesOptions>(
    () => ({ name, pace, leaveOut, ...(enterCmd === null ? {} : { enterCmd }) }),
    [name, pace, leaveOut, enterCmd],
  )
  const { proposals } = useMemo(() => fromFrames(frames, options), [frames, options])
  const { scenario } = useMemo(() => {
    const kept = proposals.filter((proposal) => !dropped.has(proposal.name))
    return fromFrames(frames, options, kept)
  }, [frames, options, proposals, dropped])
  const isSound = useMemo(() => checkScenario(scenario).ok, [scenario])
  const keep = (variable: string, isKept: boolean): void => {
    const next = new Set(dropped)
    if (isKept) next.delete(variable)
    else next.add(variable)
    setDropped(next)
  }
  const open = (): void => {
    useScenarioDraft.setState({ draft: scenario })
    onClose()
    goTo('/mock/bots')
  }
  return (
    <Form layout="vertical" requiredMark={false} onFinish={open} className={styles.form}>
      <Losses recording={recording} />
      <div className={styles.head}>
        <Form.Item label={t('scenario.name')} htmlFor="recorded-name" className={styles.name}>
          <Input
            id="recorded-name"
            data-first-focus
            maxLength={100}
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
        </Form.Item>
        <Form.Item label={t('record.pace')}>
          <SegmentedControl<Pace>
            label={t('record.pace')}
            value={pace}
            segments={[
              { value: 'none', label: t('record.paceNone') },
              { value: 'as_recorded', label: t('record.paceRecorded') },
            ]}
            onChange={setPace}
          />
        </Form.Item>
      </div>
      <h3 className={styles.title}>{t('record.variables')}</h3>
      {proposals.length === 0 ? (
        <p className={styles.places}>{t('record.noVariables')}</p>
      ) : (
        <ul className={styles.proposals}>
          {proposals.map((proposal) => (
            <Proposal
              key={proposal.name}
              proposal={proposal}
              frames={frames}
              isKept={!dropped.has(proposal.name)}
              onKeep={(isKept) => keep(proposal.name, isKept)}
            />
          ))}
        </ul>
      )}
      <div className={styles.text}>
        <ScenarioText scenario={scenario} />
      </div>
      {state}
      <DialogActions>
        <Button onClick={onClose}>{kit('cancel')}</Button>
        <Button type="primary" htmlType="submit" disabled={!isSound}>
          {t('record.open')}
        </Button>
      </DialogActions>
    </Form>
  )
}

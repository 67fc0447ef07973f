import type { RouteReply } from '@qd/contract-kit'
import type { Scenario } from '@qd/scenario'
import { formatInstant, formatQuantity } from '@qd/web-base'
import { ConfirmButton, Panel, Picker, SegmentedControl } from '@qd/web-controls'
import { ErrorState } from '@qd/web-frame'
import { Input, InputNumber } from 'antd'
import { Bot, Play } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import type { botsRuns } from '../../contract/index.ts'
import { useBotsTexts } from '../texts.ts'
import { FIRST_LOAD, loadOf } from './load-draft.ts'
import type { LoadDraft } from './load-draft.ts'
import styles from './load.module.css'
import { useGames } from './use-games.ts'
import { useStart } from './use-start.ts'

interface LoadFormProps {
  scenario: Scenario
  isSound: boolean
  runs: RouteReply<typeof botsRuns> | undefined
  onStarted: (jobId: string) => void
}

interface NumberField {
  name: 'clients' | 'rate' | 'rampSeconds' | 'thinkSeconds' | 'seconds' | 'passes' | 'failedPercent'
  min: number
  max: number
}

const NUMBERS: readonly NumberField[] = [
  { name: 'clients', min: 1, max: 50_000 },
  { name: 'rate', min: 0.1, max: 100_000 },
  { name: 'rampSeconds', min: 0, max: 3_600 },
  { name: 'thinkSeconds', min: 0, max: 2_400 },
  { name: 'seconds', min: 1, max: 21_600 },
  { name: 'passes', min: 1, max: 1_000_000_000 },
  { name: 'failedPercent', min: 0, max: 100 },
]
const MAY_BE_EMPTY = new Set<NumberField['name']>(['passes', 'failedPercent'])

/** Against which game and with how many clients a scenario is played, how they come, and when it ends. */
export function LoadForm({ scenario, isSound, runs, onStarted }: LoadFormProps): ReactNode {
  const t = useBotsTexts()
  const [draft, setDraft] = useState(FIRST_LOAD)
  const { game, isThere, isNone, hasChoice, options, choose, error, retry } = useGames()
  const { start, isBusy, failure } = useStart(onStarted, ({ recordId }) => {
    // It may have been deleted meanwhile.
    if (recordId !== '') retry()
  })
  const patch = (change: Partial<LoadDraft>) => setDraft((before) => ({ ...before, ...change }))
  const shown = NUMBERS.filter(({ name }) =>
    name === 'rate' ? draft.model === 'open' : name !== 'thinkSeconds' || draft.model === 'closed',
  )
  const run = () => {
    const { reason, compareTo } = draft
    void start(game, { scenario, load: loadOf(draft), reason, ...(compareTo === '' ? {} : { compareTo }) })
  }
  return (
    <Panel title={t('load.title')} icon={<Bot size={15} aria-hidden />} bodyPadding={10}>
      {error === null ? null : <ErrorState error={error} onRetry={retry} />}
      {hasChoice ? (
        <div className={styles.target}>
          <Picker
            isBlock
            label={t('load.target')}
            value={game.recordId}
            options={options}
            onChange={choose}
          />
        </div>
      ) : null}
      {isNone ? <p className={styles.hint}>{t('load.noTarget')}</p> : null}
      <div className={styles.fields}>
        <SegmentedControl
          label={t('load.model')}
          value={draft.model}
          segments={[
            { value: 'closed', label: t('load.closed') },
            { value: 'open', label: t('load.open') },
          ]}
          onChange={(model) => patch({ model })}
        />
        {shown.map(({ name, min, max }) => (
          <label key={name} className={styles.field}>
            <span>{t(`load.${name}`)}</span>
            <InputNumber
              size="small"
              aria-label={t(`load.${name}`)}
              min={min}
              max={max}
              value={draft[name]}
              onChange={(value) => {
                if (value !== null || MAY_BE_EMPTY.has(name)) patch({ [name]: value })
              }}
            />
          </label>
        ))}
      </div>
      <div className={styles.foot}>
        <Picker
          label={t('load.compare')}
          value={draft.compareTo}
          options={[
            { value: '', label: t('load.compareNone') },
            ...(runs?.list ?? [])
              .filter(({ ended }) => ended !== null)
              .map(({ jobId, title, startedAt }) => ({
                value: jobId,
                label: `${title || t('untitled')} · ${formatInstant(startedAt)}`,
              })),
          ]}
          onChange={(compareTo) => patch({ compareTo })}
        />
        <Input
          size="small"
          className={styles.reason}
          aria-label={t('load.reason')}
          placeholder={t('load.reason')}
          maxLength={500}
          value={draft.reason}
          onChange={({ target }) => patch({ reason: target.value })}
        />
        <ConfirmButton
          type="primary"
          icon={<Play size={14} aria-hidden />}
          loading={isBusy}
          disabled={!isSound || !isThere}
          onClick={run}
        >
          {t('load.run')}
        </ConfirmButton>
      </div>
      {failure === '' ? null : (
        <p className={styles.failure} role="alert">
          {failure}
        </p>
      )}
      {runs === undefined ? null : (
        <p className={styles.note}>
          {t('load.most', { most: formatQuantity(runs.most), running: formatQuantity(runs.running) })}
        </p>
      )}
    </Panel>
  )
}

import { formatQuantity } from '@qd/web-base'
import { Tag } from '@qd/web-controls'
import type { Tone } from '@qd/web-controls'
import { Button, Input } from 'antd'
import type { ReactNode } from 'react'
import type { RouteReply } from '@qd/contract-kit'
import { shortMd5 } from '@qd/protocol-model'
import { placeText } from '@qd/player-diff'
import type { bulkPreview, BulkSample } from '../contract/index.ts'
import { useBulkTexts } from './texts.ts'
import { hasList, useBulkDraft } from './bulk-draft.ts'
import styles from './bulk.module.css'
import { ValueChange } from './change-row.tsx'
import { ServerCounts } from './server-counts.tsx'
import { Step } from './step.tsx'
import type { Bulk } from './use-bulk.ts'

type BulkPreview = RouteReply<typeof bulkPreview>

const TONES: Record<BulkSample['outcome'], Tone> = { changes: 'ok', skipped: 'neutral', refused: 'error' }

function Sample({ sample }: { sample: BulkSample }): ReactNode {
  const t = useBulkTexts()
  const { uId, sId, outcome, msg, changes, actions, warnings } = sample
  return (
    <li className={styles.sample}>
      <p className={styles.sampleHead}>
        <code>{uId}</code>
        <span className={styles.label}>{`S${sId}`}</span>
        <Tag tone={TONES[outcome]}>{t(`preview.${outcome}`)}</Tag>
      </p>
      {msg === '' ? null : <p className={outcome === 'refused' ? styles.failure : styles.hint}>{msg}</p>}
      <ul className={styles.sampleChanges}>
        {changes.map((change, index) => (
          <li key={index}>
            <code className={styles.place}>{placeText(change, change.diff)}</code>
            <ValueChange change={change} />
          </li>
        ))}
      </ul>
      {actions.length === 0 ? null : (
        <ul className={styles.actions}>
          {actions.map(({ text }, index) => (
            <li key={index}>{text}</li>
          ))}
        </ul>
      )}
      {warnings.map(({ text }, index) => (
        <p key={index} className={styles.warning}>
          {text}
        </p>
      ))}
    </li>
  )
}

/** Which servers have which definition, where they differ: what a change means may differ too. */
function Versions({ versions }: Pick<BulkPreview, 'versions'>): ReactNode {
  const t = useBulkTexts()
  if (versions.length < 2) return null
  return (
    <div className={styles.versions} role="status">
      {t('preview.versions', { count: versions.length })}
      <ul className={styles.actions}>
        {versions.map(({ md5, servers }) => (
          <li key={md5}>
            <code title={md5}>{shortMd5(md5)}</code>{' '}
            {servers.map(({ sId, name }) => `S${sId} ${name}`).join(', ')}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Step 3: what the set does with three of the players; without it nothing can be started. */
export function PreviewStep({ bulk }: { bulk: Bulk }): ReactNode {
  const t = useBulkTexts()
  const draft = useBulkDraft()
  const { changes, samples, patch } = draft
  const isReady = hasList(draft) && changes.length > 0
  return (
    <Step
      number={3}
      title={t('step.preview')}
      failure={bulk.failure?.step === 'preview' ? bulk.failure.message : null}
    >
      <div className={styles.buttons}>
        <Input
          className={styles.samplesInput}
          aria-label={t('preview.samples')}
          placeholder={t('preview.samplesHint')}
          value={samples}
          onChange={(event) => patch({ samples: event.target.value })}
        />
        <Button
          type={bulk.preview === null ? 'primary' : 'default'}
          disabled={!isReady}
          loading={bulk.busy === 'preview'}
          onClick={() => void bulk.look()}
        >
          {t('preview.look')}
        </Button>
      </div>
      {bulk.preview === null ? (
        <p className={styles.hint}>{t('preview.needed')}</p>
      ) : (
        <>
          <p className={styles.hint} role="status">
            {t('preview.counted', {
              read: formatQuantity(bulk.preview.samples.length),
              count: bulk.preview.players,
            })}
          </p>
          <ServerCounts servers={bulk.preview.servers} />
          <Versions versions={bulk.preview.versions} />
          <ul className={styles.samples} aria-label={t('step.preview')}>
            {bulk.preview.samples.map((sample) => (
              <Sample key={sample.uId} sample={sample} />
            ))}
          </ul>
        </>
      )}
    </Step>
  )
}

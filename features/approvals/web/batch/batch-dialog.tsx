import { z } from '@qd/contract-kit'
import { formatQuantity, textOf, useKitText, useSession } from '@qd/web-base'
import { EnvironmentTag, Tag } from '@qd/web-controls'
import { Form, FormActions, TextAreaField, useZodForm } from '@qd/web-forms'
import { DialogActions, openDialog } from '@qd/web-frame'
import { Button } from 'antd'
import { useState } from 'react'
import type { ReactNode } from 'react'
import type { ListedApproval } from '../../contract/index.ts'
import { RiskWord } from '../parts/risk-word.tsx'
import { valueText } from '../parts/value-text.ts'
import { PreviewBlock } from '../preview/preview-block.tsx'
import { refreshRequests } from '../request/use-request-items.tsx'
import { useApprovalsTexts } from '../texts.ts'
import styles from './batch.module.css'
import { placesText } from './brief-text.ts'
import { decideMany, isAlone } from './decide-many.ts'
import type { BatchChoice, BatchResult } from './decide-many.ts'

interface Asked {
  requests: readonly ListedApproval[]
  choice: BatchChoice
  /** Told which of them are decided. */
  onDecided: (ids: readonly string[]) => void
}

const optional = z.object({ reason: z.string().check(z.trim(), z.maxLength(500)) })
const needed = z.object({ reason: z.string().check(z.trim(), z.minLength(1), z.maxLength(500)) })

/** Requests with what each of them touches. */
function Touched({ label, requests }: { label: string; requests: readonly ListedApproval[] }): ReactNode {
  const t = useApprovalsTexts()
  return (
    <section aria-label={label}>
      <h3 className={styles.part}>{label}</h3>
      <ul className={styles.list}>
        {requests.map((request) => (
          <li key={request.id}>
            <bdi>
              #{request.number} {request.title}
            </bdi>
            <RiskWord risk={request.risk} />
            <span className={styles.where} data-production={request.environment === 'production'}>
              {request.environment === null ? null : <EnvironmentTag environment={request.environment} />}
              {placesText(request, t)}
            </span>
            <small>{[valueText(request, t), request.typeTitle, request.author.name].join(' · ')}</small>
            <div className={styles.does}>
              {request.brief?.preview.map((block, index) => (
                <PreviewBlock key={index} block={block} />
              ))}
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Results({ results, onClose }: { results: readonly BatchResult[]; onClose: () => void }): ReactNode {
  const t = useApprovalsTexts()
  const kit = useKitText()
  const done = results.filter(({ fault }) => fault === '').length
  return (
    <>
      <p role="status" className={styles.sum}>
        {t('batch.done', { done, all: results.length })}
      </p>
      <ul className={styles.list}>
        {results.map(({ request, fault }) => (
          <li key={request.id}>
            <bdi>
              #{request.number} {request.title}
            </bdi>
            <Tag tone={fault === '' ? 'ok' : 'error'}>
              {t(fault === '' ? 'batch.decided' : 'batch.refused')}
            </Tag>
            {fault === '' ? null : <small>{fault}</small>}
          </li>
        ))}
      </ul>
      <DialogActions>
        <Button type="primary" onClick={onClose}>
          {kit('close')}
        </Button>
      </DialogActions>
    </>
  )
}

function BatchForm({ requests, choice, onDecided, onClose }: Asked & { onClose: () => void }): ReactNode {
  const t = useApprovalsTexts()
  const ownId = useSession((state) => state.userInfo?.id ?? '')
  const [results, setResults] = useState<readonly BatchResult[] | null>(null)
  const taken = requests.filter((request) => !isAlone(request, choice))
  const alone = requests.filter((request) => isAlone(request, choice))
  const state = useZodForm({
    schema: choice === 'reject' ? needed : optional,
    initial: { reason: '' },
    send: ({ reason }) => decideMany(taken, { choice, reason, ownId }),
    onSent: (sent) => {
      setResults(sent)
      onDecided(sent.filter(({ fault }) => fault === '').map(({ request }) => request.id))
      refreshRequests()
    },
  })
  if (results !== null) return <Results results={results} onClose={onClose} />
  const rows = taken.reduce((sum, { value }) => sum + value.rows, 0)
  return (
    <Form form={state}>
      <p className={styles.sum}>
        {t('batch.sum', { count: taken.length, rows: formatQuantity(rows) })} · {t(`decide.means.${choice}`)}
      </p>
      <Touched label={t('batch.touches')} requests={taken} />
      {alone.length === 0 ? null : <Touched label={t('batch.leftOut')} requests={alone} />}
      <TextAreaField name="reason" label={t('decide.reason')} isRequired={choice === 'reject'} rows={2} />
      <FormActions submitLabel={t(`batch.${choice}`, { count: taken.length })} onCancel={onClose} />
    </Form>
  )
}

/** Says what several decisions touch, makes them, and tells the result of each. */
export function openBatch(asked: Asked): void {
  openDialog(({ close }) => <BatchForm {...asked} onClose={close} />, {
    title: textOf('approvals', 'batch.title'),
    width: 820,
  })
}

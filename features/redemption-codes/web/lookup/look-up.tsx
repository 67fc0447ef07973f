import type { RouteReply } from '@qd/contract-kit'
import { isCallError } from '@qd/web-base'
import { Allowed, call, newConfirmation, useScope } from '@qd/web-calls'
import { Panel, Time } from '@qd/web-controls'
import { Button, Input, Select } from 'antd'
import { Search } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { codeLookUp, codesVoid, codeWhy } from '../../contract/index.ts'
import { Field } from '../parts/field.tsx'
import styles from '../parts/parts.module.css'
import { BatchStateTag, RedemptionTag } from '../parts/state-tag.tsx'
import { codesText, useCodesTexts } from '../texts.ts'
import { Reasons } from './reasons.tsx'

type Found = RouteReply<typeof codeLookUp>
const TELL = { tag: 'redemption-codes:lookUp', told: 'form' } as const

interface LookUpProps {
  lineId: string
  onOpen: (batchId: string) => void
}

function FoundCode({
  lineId,
  code,
  found,
  onOpen,
  onDone,
}: LookUpProps & { code: string; found: Found; onDone: () => void }) {
  const t = useCodesTexts()
  const { batch, isVoid, used, most, uses } = found.found ?? {
    batch: null,
    isVoid: false,
    used: 0,
    most: null,
    uses: [],
  }
  if (batch === null) return <p role="status">{t(found.isCheckRight ? 'lookUp.none' : 'lookUp.mistyped')}</p>
  const voidOne = () => {
    const text = codesText('ask.voidOne', { code: found.reads })
    const confirmation = newConfirmation({ title: codesText('voidOne'), text, action: codesText('voidOne') })
    const body = { lineId, batchId: batch.id, code }
    return call(codesVoid, { body }, { ...TELL, told: 'toast', confirmation }).then(onDone, () => undefined)
  }
  return (
    <section className={styles.fields}>
      <p role="status">
        <b className={styles.mono}>{found.reads}</b>{' '}
        {isVoid ? t('lookUp.void') : t('lookUp.used', { used, most: most ?? '∞' })}{' '}
        <BatchStateTag batch={batch} />
      </p>
      <div>
        <Button size="small" onClick={() => onOpen(batch.id)}>{`${batch.number} · ${batch.name}`}</Button>{' '}
        {isVoid ? null : (
          <Allowed action={codesVoid}>
            <Button size="small" danger onClick={() => void voidOne()}>
              {t('voidOne')}
            </Button>
          </Allowed>
        )}
      </div>
      <ul className={styles.uses}>
        {uses.map(({ id, uId, serverName, at, state }) => (
          <li key={id}>
            <RedemptionTag state={state} />
            <span className={styles.mono}>{uId}</span>
            <span>{serverName}</span>
            <Time at={at} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Asks, and keeps the answer or why there is none. */
function useAnswer<T>(ask: () => Promise<T>) {
  const [answer, setAnswer] = useState<T | null>(null)
  const [failure, setFailure] = useState('')
  const run = async () => {
    setFailure('')
    try {
      setAnswer(await ask())
    } catch (error) {
      if (!isCallError(error)) throw error
      setAnswer(null)
      setFailure(error.told)
    }
  }
  return { answer, failure, run }
}

/** What is known of one code, and why a player cannot redeem it. */
export function LookUp({ lineId, onOpen }: LookUpProps): ReactNode {
  const t = useCodesTexts()
  const servers = useScope((state) => state.servers)
  const [code, setCode] = useState('')
  const [uId, setUId] = useState('')
  const [sId, setSId] = useState<number | null>(null)
  const found = useAnswer(() => call(codeLookUp, { body: { lineId, code } }, TELL))
  const server = sId ?? servers[0]?.sId ?? 0
  const why = useAnswer(() => call(codeWhy, { body: { lineId, code, uId, sId: server } }, TELL))
  const failure = found.failure || why.failure
  return (
    <Panel title={t('lookUp')} icon={<Search size={15} aria-hidden />}>
      <div className={styles.body}>
        <form
          className={styles.fields}
          onSubmit={(event) => {
            event.preventDefault()
            if (code.trim() !== '') void found.run()
          }}
        >
          <Field label={t('column.code')}>
            <Input
              className={styles.mono}
              maxLength={64}
              value={code}
              onChange={({ target }) => setCode(target.value)}
            />
          </Field>
          <Button htmlType="submit" disabled={code.trim() === ''}>
            {t('lookUp')}
          </Button>
        </form>
        {failure === '' ? null : (
          <p role="alert" className={styles.fault}>
            {failure}
          </p>
        )}
        {found.answer === null ? null : (
          <FoundCode
            lineId={lineId}
            code={code}
            found={found.answer}
            onOpen={onOpen}
            onDone={() => void found.run()}
          />
        )}
        <div className={styles.row}>
          <Field label="uId">
            <Input value={uId} onChange={({ target }) => setUId(target.value)} />
          </Field>
          <Field label={t('column.server')}>
            <Select
              value={server === 0 ? null : server}
              options={servers.map(({ sId: value, serviceName }) => ({ value, label: serviceName }))}
              onChange={(value) => setSId(value)}
            />
          </Field>
        </div>
        <Button
          disabled={code.trim() === '' || uId.trim() === '' || server === 0}
          onClick={() => void why.run()}
        >
          {t('why')}
        </Button>
        {why.answer === null ? null : <Reasons why={why.answer} />}
      </div>
    </Panel>
  )
}

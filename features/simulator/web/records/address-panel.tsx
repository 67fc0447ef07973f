import { z } from '@qd/contract-kit'
import { usePermissionTitle } from '@qd/web-base'
import { call, useCall, useMay, useSend } from '@qd/web-calls'
import { IconButton, LoadingRows, Panel } from '@qd/web-controls'
import { Form, FormActions, TextField, useZodForm } from '@qd/web-forms'
import { EmptyState, ErrorState } from '@qd/web-frame'
import { ShieldCheck, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { addressHost, addressList, addressSave, manageSimulatorAddresses } from '../../contract/index.ts'
import { useSimulatorTexts } from '../texts.ts'
import type { SimulatorTexts } from '../texts.ts'
import styles from './records.module.css'

interface Listed {
  hosts: readonly string[]
  revision: number
}

/** What an entry allows, in words. */
function allows(t: SimulatorTexts, entry: string): string {
  const at = entry.lastIndexOf(':')
  const [host, port] = [entry.slice(0, at), entry.slice(at + 1)]
  const isBelow = host.startsWith('*.')
  const values = { host: isBelow ? host.slice(2) : host, port }
  if (isBelow) return t(port === '*' ? 'records.allows.belowAny' : 'records.allows.below', values)
  return t(port === '*' ? 'records.allows.anyPort' : 'records.allows.one', values)
}

const schema = z.object({ hosts: addressHost })

function AddForm(props: { lineId: string; listed: Listed; onSaved: () => unknown }): ReactNode {
  const t = useSimulatorTexts()
  const { lineId, listed, onSaved } = props
  const form = useZodForm({
    schema,
    initial: { hosts: '' },
    send: ({ hosts }) =>
      call(
        addressSave,
        { body: { lineId, hosts: [...listed.hosts, hosts], revision: listed.revision } },
        { tag: 'simulator:records.addresses', told: 'form' },
      ),
    onSent: () => {
      form.reset({ hosts: '' })
      void onSaved()
    },
    issueText: () => t('records.wrong.host'),
  })
  return (
    <Form form={form} className={styles.add}>
      <TextField
        name="hosts"
        label={t('records.host')}
        placeholder="127.0.0.1:9000"
        help={t('records.hostHint')}
        isMono
      />
      <FormActions submitLabel={t('records.addHost')} />
    </Form>
  )
}

function Hosts(props: { lineId: string; listed: Listed; mayChange: boolean; onSaved: () => unknown }) {
  const t = useSimulatorTexts()
  const { lineId, listed, mayChange, onSaved } = props
  const save = useSend(addressSave, { tag: 'simulator:records.addresses', told: 'toast' })
  const remove = (entry: string) => {
    const hosts = listed.hosts.filter((each) => each !== entry)
    save.mutate({ body: { lineId, hosts, revision: listed.revision } }, { onSettled: () => void onSaved() })
  }
  return (
    <ul className={styles.hosts} aria-label={t('records.addresses')}>
      {listed.hosts.map((entry) => (
        <li key={entry}>
          <code>{entry}</code>
          <span>{allows(t, entry)}</span>
          {mayChange ? (
            <IconButton
              isSmall
              label={t('records.removeHost', { host: entry })}
              disabled={save.isPending}
              onClick={() => remove(entry)}
            >
              <X size={13} aria-hidden />
            </IconButton>
          ) : null}
        </li>
      ))}
    </ul>
  )
}

/** Where connections without a catalogue server may go on this line. */
export function AddressPanel({ lineId, isDev }: { lineId: string; isDev: boolean }): ReactNode {
  const t = useSimulatorTexts()
  const titleOf = usePermissionTitle()
  const isManager = useMay(addressSave)
  const mayChange = isManager && isDev
  const { data, error, refetch } = useCall(
    addressList,
    { body: { lineId } },
    { tag: 'simulator:records.addresses', told: 'inline' },
  )
  const { routerName, code } = manageSimulatorAddresses
  return (
    <Panel
      title={t('records.addresses')}
      icon={<ShieldCheck size={15} aria-hidden />}
      count={data?.hosts.length}
    >
      {data === undefined ? (
        error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <LoadingRows rows={2} />
        )
      ) : (
        <>
          {data.hosts.length === 0 ? (
            <div>
              <EmptyState title={t('records.noHosts')} hint={t('records.noHostsHint')} />
            </div>
          ) : (
            <Hosts lineId={lineId} listed={data} mayChange={mayChange} onSaved={refetch} />
          )}
          {mayChange ? <AddForm lineId={lineId} listed={data} onSaved={refetch} /> : null}
          {isManager ? null : (
            <p className={styles.note}>
              {t('records.addressRight', { permission: titleOf(`${routerName}.${code}`) })}
            </p>
          )}
        </>
      )}
    </Panel>
  )
}

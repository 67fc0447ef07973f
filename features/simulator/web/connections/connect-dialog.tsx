import { goTo, useKitText, userMay, useSession } from '@qd/web-base'
import {
  selectedEnvironment,
  selectedLine,
  selectedPlace,
  selectedServer,
  useCall,
  useMay,
  useScope,
} from '@qd/web-calls'
import { ConfirmButton, EnvironmentTag, Picker } from '@qd/web-controls'
import { DialogActions, ErrorState, openDialog, useKept } from '@qd/web-frame'
import { Button, Form, Input, Radio } from 'antd'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { addressList, addressSave, recordList, recordSave, simulatorAsPlayer } from '../../contract/index.ts'
import type { ConnectionTarget } from '../../contract/index.ts'
import { simulatorText, useSimulatorTexts } from '../texts.ts'
import type { OpenInput } from './connection-store.ts'
import { openConnection } from './connection-store.ts'
import styles from './connections.module.css'
import { OpenFile } from './open-file.tsx'
import { loadCapture } from './session-file.ts'
import { useAsk } from './use-ask.ts'

type AccountKind = OpenInput['account']['kind']
/** Whether digits may be a uId; the server knows which. */
const isUId = (text: string): boolean => /^\d{6,19}$/.test(text)

const KINDS: readonly AccountKind[] = ['new', 'device', 'player', 'none']

export interface ConnectProps {
  /** What the page is at; a server is the usual choice. */
  lineId: string
  sId: number
  /** A player to enter as, digits; empty for none. */
  uId: string
  /** The record to begin with; empty for none. */
  recordId?: string
  onClose: () => void
}

interface Choice {
  target: string
  kind: AccountKind
  deviceId: string
  uId: string
  url: string
  /** The record whose frames and messages an address speaks; empty for none. */
  as: string
  reason: string
}

/** Servers, records and addresses one may connect to from here. */
function useTargets({ lineId, sId }: ConnectProps) {
  const t = useSimulatorTexts()
  const serverName = useScope((state) => selectedServer(state)?.serviceName ?? '')
  const shared = { tag: 'simulator:page.connect.title', told: 'inline', staleTimeMs: 30_000 } as const
  const args = { body: { lineId } }
  const known = useCall(recordList, args, shared)
  const open = useCall(addressList, args, shared)
  const records = known.data?.list ?? []
  const hosts = open.data?.hosts ?? []
  const options = [
    ...(sId === 0 ? [] : [{ value: 'server', label: `S${sId} ${serverName}`.trim() }]),
    ...records.map(({ recordId, name, url }) => ({ value: `record:${recordId}`, label: name, code: url })),
    ...(hosts.length === 0
      ? []
      : [{ value: 'address', label: t('page.connect.address'), code: hosts.join(' ') }]),
  ]
  const layouts = [
    { value: '', label: t('records.plain') },
    ...records.map(({ recordId, name }) => ({ value: recordId, label: name })),
  ]
  const failed = [known, open].filter(({ error }) => error !== null)
  return {
    options,
    hosts,
    layouts,
    error: failed[0]?.error ?? null,
    retry: () => failed.forEach(({ refetch }) => void refetch()),
  }
}

function targetOf({ target, url, as }: Choice, { lineId, sId }: ConnectProps): ConnectionTarget | null {
  if (target === 'server') return { kind: 'server', sId, lineId }
  if (target.startsWith('record:'))
    return { kind: 'record', lineId, recordId: target.slice('record:'.length) }
  if (!/^wss?:\/\/|^tcps?:\/\//.test(url)) return null
  return { kind: 'address', lineId, url, ...(as === '' ? {} : { recordId: as }) }
}

function accountOf({ kind, deviceId, uId }: Choice): OpenInput['account'] | null {
  if (kind === 'device') return deviceId.trim() === '' ? null : { kind, deviceId: deviceId.trim() }
  if (kind === 'player') return isUId(uId) ? { kind, uId } : null
  return { kind }
}

function Account(props: { choice: Choice; onChange: (change: Partial<Choice>) => void }): ReactNode {
  const t = useSimulatorTexts()
  const { choice, onChange } = props
  const mayPlay = useMayPlay()
  return (
    <Form.Item label={t('page.connect.account')}>
      <div className={styles.choice}>
        <Radio.Group
          value={choice.kind}
          onChange={({ target }) => onChange({ kind: target.value as AccountKind })}
          options={KINDS.map((value) => ({ value, label: t(`page.connect.kind.${value}`) }))}
        />
        {choice.kind === 'device' ? (
          <Input
            aria-label={t('page.connect.kind.device')}
            maxLength={128}
            value={choice.deviceId}
            onChange={({ target }) => onChange({ deviceId: target.value })}
          />
        ) : null}
        {choice.kind === 'player' ? (
          <Input
            aria-label={t('page.connect.kind.player')}
            inputMode="numeric"
            maxLength={19}
            status={choice.uId === '' || isUId(choice.uId) ? '' : 'error'}
            value={choice.uId}
            onChange={({ target }) => onChange({ uId: target.value.trim() })}
          />
        ) : null}
        <p className={styles.hint}>
          {t(
            choice.kind === 'player' && !mayPlay
              ? 'page.connect.hint.ownPlayers'
              : `page.connect.hint.${choice.kind}`,
          )}
        </p>
      </div>
    </Form.Item>
  )
}

/** Whether one may enter as a player the console did not make. */
function useMayPlay(): boolean {
  const user = useSession((state) => state.userInfo)
  return useScope((state) => userMay(user, simulatorAsPlayer, selectedPlace(state)))
}

function Where(): ReactNode {
  const line = useScope(selectedLine)
  return line === undefined ? null : (
    <span className={styles.server}>
      {line.name}
      <EnvironmentTag environment={line.environment} />
    </span>
  )
}

/** The way to records and addresses, for those who keep them. */
function ManageRecords({ onLeave }: { onLeave: () => void }): ReactNode {
  const t = useSimulatorTexts()
  const mayRecords = useMay(recordSave)
  const mayAddresses = useMay(addressSave)
  if (!mayRecords && !mayAddresses) return null
  const leave = () => {
    onLeave()
    goTo('/mock/records')
  }
  return (
    <Button type="link" size="small" className={styles.manage} onClick={leave}>
      {t('records.manage')}
    </Button>
  )
}

function targetFirst({ recordId = '', sId }: ConnectProps): string {
  if (recordId !== '') return `record:${recordId}`
  return sId === 0 ? '' : 'server'
}

/** Chooses where a connection leads and who enters; the connection opens as a tab. */
export function ConnectForm(props: ConnectProps): ReactNode {
  const t = useSimulatorTexts()
  const kit = useKitText()
  const { options, hosts, layouts, error, retry } = useTargets(props)
  const ask = useAsk()
  const [usual, setUsual] = useKept<AccountKind>('simulator.account', 'new')
  const [choice, setChoice] = useState<Choice>({
    target: targetFirst(props),
    kind: props.uId === '' ? (usual === 'player' ? 'new' : usual) : 'player',
    deviceId: '',
    uId: props.uId,
    url: '',
    as: '',
    reason: '',
  })
  const isProduction = useScope((state) => selectedEnvironment(state) === 'production')
  const change = (next: Partial<Choice>): void => setChoice({ ...choice, ...next })
  const picked = choice.target === '' ? { ...choice, target: options[0]?.value ?? '' } : choice
  const target = picked.target === '' ? null : targetOf(picked, props)
  const account: OpenInput['account'] | null = target?.kind === 'server' ? accountOf(picked) : { kind: 'new' }
  const needsReason = isProduction && choice.reason.trim() === ''
  const connect = (): void => {
    if (target === null || account === null || needsReason) return
    setUsual(choice.kind)
    const title = options.find(({ value }) => value === picked.target)?.label ?? ''
    const reason = choice.reason.trim()
    props.onClose()
    openConnection({ target, account, ...(reason === '' ? {} : { reason }) }, title)
  }
  const openCapture = async (file: File): Promise<void> => {
    const source =
      target?.kind === 'record' ? { recordId: target.recordId } : props.sId === 0 ? {} : { sId: props.sId }
    const name = file.name.slice(0, 200)
    props.onClose()
    const capture = { kind: 'capture' as const, lineId: props.lineId, name, ...source }
    const key = openConnection({ target: capture, account: { kind: 'none' } }, name)
    await ask(() => loadCapture(key, file))
  }
  return (
    <Form layout="vertical" requiredMark={false} onFinish={connect}>
      <Form.Item label={<Where />}>
        <Picker
          isBlock
          label={t('page.connect.target')}
          value={picked.target}
          options={options}
          onChange={(value) => change({ target: value })}
          emptyText={options.length === 0 ? t('page.connect.noTarget') : undefined}
        />
        {error === null ? null : <ErrorState error={error} onRetry={retry} />}
      </Form.Item>
      {picked.target === 'address' ? (
        <Form.Item label={t('page.connect.url')} htmlFor="connect-url" extra={hosts.join(', ')}>
          <Input
            id="connect-url"
            placeholder="ws://127.0.0.1:9000"
            maxLength={300}
            value={choice.url}
            onChange={({ target: box }) => change({ url: box.value.trim() })}
          />
          <Picker
            isBlock
            label={t('records.as')}
            value={choice.as}
            options={layouts}
            onChange={(as) => change({ as })}
          />
        </Form.Item>
      ) : null}
      <ManageRecords onLeave={props.onClose} />
      {picked.target === 'server' ? <Account choice={choice} onChange={change} /> : null}
      {isProduction ? (
        <Form.Item label={t('page.connect.reason')} htmlFor="connect-reason">
          <Input
            id="connect-reason"
            maxLength={500}
            value={choice.reason}
            onChange={({ target: box }) => change({ reason: box.value })}
          />
        </Form.Item>
      ) : null}
      <OpenFile lineId={props.lineId} onClose={props.onClose} onFile={(file) => void openCapture(file)} />
      <DialogActions>
        <Button onClick={props.onClose}>{kit('cancel')}</Button>
        <ConfirmButton
          htmlType="submit"
          data-first-focus
          disabled={target === null || account === null || needsReason}
        >
          {t('page.connect.go')}
        </ConfirmButton>
      </DialogActions>
    </Form>
  )
}

/** Opens the dialog for the selection; a uId is entered as, a record is connected to. */
export function openConnectDialog(uId = '', recordId = ''): void {
  const { lineId, sId } = useScope.getState()
  const begin = { lineId, sId, uId, recordId }
  openDialog(({ close }) => <ConnectForm {...begin} onClose={close} />, {
    title: simulatorText('page.connect.title'),
    width: 460,
  })
}

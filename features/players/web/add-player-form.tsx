import { CallError, textOf, useKitText, useTexts } from '@qd/web-base'
import { testAccountAdd } from '@qd/mail/contract'
import { call, selectedEnvironment, selectedLine, useMay, useScope } from '@qd/web-calls'
import { ConfirmButton, EnvironmentTag } from '@qd/web-controls'
import { DialogActions, openDialog } from '@qd/web-frame'
import { Button, Checkbox, Form, Input, InputNumber } from 'antd'
import { CircleAlert } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { newUser } from '../contract/index.ts'
import type { NewUserReply } from '../contract/index.ts'
import { CreatedPlayers } from './created-players.tsx'
import styles from './players.module.css'
import { readRefusal } from './read-refusal.ts'
import { registerTests } from './register-tests.ts'
import type { Unregistered } from './register-tests.ts'

const MAX_COUNT = 20

export interface AddPlayerProps {
  sId: number
  lineId: string
  onClose: () => void
}

interface Wanted {
  name: string
  count: number
  /** They become test accounts of the line, for test mails. */
  isTest: boolean
}

type Progress = { state: 'idle' | 'busy' } | { state: 'failed'; text: string }

function openCreated(reply: NewUserReply, unregistered: readonly Unregistered[] | null): void {
  openDialog(({ close }) => <CreatedPlayers reply={reply} unregistered={unregistered} onClose={close} />, {
    tab: null,
    title: textOf('players', 'created.title'),
    width: 420,
    isDismissible: false,
  })
}

/** Sends the request once. */
function useCreate({ sId, lineId, onClose }: AddPlayerProps) {
  const t = useTexts('players')
  const [wanted, setWanted] = useState<Wanted>({ name: '', count: 1, isTest: false })
  const [progress, setProgress] = useState<Progress>({ state: 'idle' })
  const { name, count, isTest } = wanted
  const args = {
    query: { sId, lineId },
    body: { count, ...(name.trim() === '' ? {} : { name: name.trim() }) },
  }
  const create = async (): Promise<void> => {
    setProgress({ state: 'busy' })
    try {
      const reply = await call(newUser, args, {
        tag: 'players:add.title',
        told: 'form',
      })
      if (reply.userId === '') return setProgress({ state: 'failed', text: t('failed') })
      const unregistered = isTest ? await registerTests(lineId, reply) : null
      onClose()
      openCreated(reply, unregistered)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (error.code === 'aborted') return setProgress({ state: 'idle' })
      const refusal = readRefusal(error.data)
      // Without words of the game the console's own sentence already says that nothing was created.
      const isToldWhole = refusal === null && error.code === 'player_create_failed'
      const text = isToldWhole ? error.message : `${t('failed')}: ${refusal ?? error.message}`
      setProgress({ state: 'failed', text })
    }
  }
  return { wanted, setWanted, progress, create }
}

function ServerLine({ sId }: { sId: number }): ReactNode {
  const line = useScope(selectedLine)
  const environment = useScope(selectedEnvironment)
  const name = useScope((state) => state.servers.find((server) => server.sId === sId)?.serviceName)
  return (
    <span className={styles.server}>
      <strong>{`S${sId} ${name ?? ''}`}</strong>
      {line === undefined ? null : <span className={styles.dim}>{line.name}</span>}
      {environment === undefined ? null : <EnvironmentTag environment={environment} />}
    </span>
  )
}

/** Asks for a name and how many, makes the players, and shows what became of it (S4.09). */
export function AddPlayerForm(props: AddPlayerProps): ReactNode {
  const t = useTexts('players')
  const kit = useKitText()
  const { wanted, setWanted, progress, create } = useCreate(props)
  const mayRegister = useMay(testAccountAdd)
  const isBusy = progress.state === 'busy'
  return (
    <Form layout="vertical" requiredMark={false} onFinish={() => void create()}>
      <Form.Item label={t('add.server')}>
        <ServerLine sId={props.sId} />
      </Form.Item>
      <Form.Item label={t('add.name')} htmlFor="add-player-name">
        <Input
          id="add-player-name"
          autoFocus
          dir="auto"
          maxLength={64}
          placeholder={t('add.nameHint')}
          value={wanted.name}
          onChange={(event) => setWanted({ ...wanted, name: event.target.value })}
        />
      </Form.Item>
      <Form.Item label={t('add.count', { max: MAX_COUNT })} htmlFor="add-player-count">
        <InputNumber
          id="add-player-count"
          min={1}
          max={MAX_COUNT}
          precision={0}
          value={wanted.count}
          onChange={(count) => setWanted({ ...wanted, count: count ?? 1 })}
        />
      </Form.Item>
      {mayRegister ? (
        <Form.Item>
          <Checkbox
            checked={wanted.isTest}
            onChange={({ target }) => setWanted({ ...wanted, isTest: target.checked })}
          >
            {t('add.test')}
          </Checkbox>
        </Form.Item>
      ) : null}
      {progress.state === 'failed' ? (
        <p className={styles.failure} role="alert">
          <CircleAlert size={14} aria-hidden />
          <span>{progress.text}</span>
        </p>
      ) : null}
      {isBusy ? (
        <p className={styles.dim} role="status">
          {t('add.progress', { count: wanted.count })}
        </p>
      ) : null}
      <DialogActions>
        <Button onClick={props.onClose}>{kit('cancel')}</Button>
        <ConfirmButton htmlType="submit" loading={isBusy}>
          {t('add.submit')}
        </ConfirmButton>
      </DialogActions>
    </Form>
  )
}

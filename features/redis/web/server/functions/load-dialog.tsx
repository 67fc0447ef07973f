import { useKitText } from '@qd/web-base'
import { DialogActions, FileButton, openDialog, useMarkDialogDirty } from '@qd/web-frame'
import { LuaBox, TextDiff } from '@qd/web-json'
import { Button } from 'antd'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { LIBRARY_BYTES } from '../../../contract/index.ts'
import type { FunctionLibrary } from '../../../contract/index.ts'
import { redisText, useRedisTexts } from '../../texts.ts'
import type { OpenDatabase } from '../../workspace/workspace.ts'
import { sendFunctionsChange } from '../parts/change.ts'
import styles from './functions.module.css'

/** `#!lua name=shop` on the first line says what the library is called. */
const nameIn = (code: string): string => /^#!\S+[^\n]*\bname=(\S+)/.exec(code)?.[1] ?? ''

interface LoadProps {
  database: OpenDatabase
  libraries: readonly FunctionLibrary[]
  code: string
  onLoaded: () => void
  close: () => void
}

function LoadForm({ database, libraries, onLoaded, close, ...given }: LoadProps): ReactNode {
  const t = useRedisTexts()
  const kit = useKitText()
  const [code, setCode] = useState(given.code)
  // The editor keeps what is typed by itself: it begins anew with each file.
  const [file, setFile] = useState(0)
  const [isLooking, setLooking] = useState(false)
  const [isSending, setSending] = useState(false)
  useMarkDialogDirty(code !== given.code)
  const name = nameIn(code)
  const former = libraries.find((library) => library.name === name)
  const fault =
    code === ''
      ? null
      : name === ''
        ? 'noName'
        : new TextEncoder().encode(code).length > LIBRARY_BYTES
          ? 'tooLong'
          : null
  const load = async (): Promise<void> => {
    setSending(true)
    const change = { kind: 'load', code, replace: former !== undefined } as const
    const title = redisText(former === undefined ? 'topics.functions.load' : 'topics.functions.replace')
    const isDone = await sendFunctionsChange(database, change, { title, what: `FUNCTION LOAD ${name}` })
    setSending(false)
    onLoaded()
    if (isDone) close()
  }
  return (
    <div className={styles.form}>
      {isLooking ? (
        <TextDiff label={name} before={former?.code ?? ''} after={code} />
      ) : (
        <div className={styles.written}>
          <LuaBox
            textKey={String(file)}
            text={code}
            label={t('topics.functions.code')}
            placeholder="#!lua name=shop"
            onType={setCode}
          />
        </div>
      )}
      <p className={styles.note} role="status">
        {fault !== null
          ? t(`topics.functions.${fault}`)
          : former === undefined
            ? t('topics.functions.isNew')
            : t('topics.functions.isThere', { name })}
      </p>
      <DialogActions>
        <FileButton
          label={t('topics.functions.file')}
          accept=".lua,text/plain"
          mostBytes={LIBRARY_BYTES}
          onFile={async (chosen) => {
            setCode(await chosen.text())
            setFile(file + 1)
          }}
        />
        <Button onClick={close}>{kit('cancel')}</Button>
        <Button disabled={code === '' || fault !== null} onClick={() => setLooking(!isLooking)}>
          {t(isLooking ? 'topics.functions.goOn' : 'topics.functions.difference')}
        </Button>
        <Button
          type="primary"
          disabled={code === '' || fault !== null || !isLooking}
          loading={isSending}
          onClick={() => void load()}
        >
          {t(former === undefined ? 'topics.functions.load' : 'topics.functions.replace')}
        </Button>
      </DialogActions>
    </div>
  )
}

/** A library is written or taken from a file; what it changes is seen before it is sent. */
export function openLoad(given: Omit<LoadProps, 'close'>): void {
  openDialog(({ close }) => <LoadForm {...given} close={close} />, {
    title: redisText(given.code === '' ? 'topics.functions.load' : 'topics.functions.replace'),
    width: 760,
  })
}

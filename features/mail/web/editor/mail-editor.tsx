import { formatQuantity, useIsMobile, useMediaQuery } from '@qd/web-base'
import { useCall } from '@qd/web-calls'
import type { LineRef } from '@qd/web-calls'
import { SegmentedControl } from '@qd/web-controls'
import { useShortcut } from '@qd/web-frame'
import { Button, Drawer } from 'antd'
import type { InputRef } from 'antd'
import { ListChecks } from 'lucide-react'
import { useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { mailChecks } from '../../contract/index.ts'
import type { MailRecord } from '../../contract/index.ts'
import { atLine } from '../parts/line-ref.ts'
import { PhoneFrame } from '../phone/phone-frame.tsx'
import { quietly } from '../parts/quietly.ts'
import { useMailTexts } from '../texts.ts'
import { ChecksPanel } from './checks-panel.tsx'
import { EditPanel } from './edit-panel.tsx'
import styles from './mail-editor.module.css'
import { useMailDraft } from './use-mail-draft.ts'
import type { MailDraftState } from './use-mail-draft.ts'

interface EditorProps {
  line: LineRef
  mail: MailRecord
  isReadOnly: boolean
}

type Part = 'edit' | 'phone' | 'checks'

/** Ctrl+S saves; Ctrl+Enter goes to the checks, and from their reason on to sending, as its form does. */
function useMailKeys(state: MailDraftState, isReadOnly: boolean, goToChecks: () => void): void {
  const t = useMailTexts()
  const group = t('title')
  const save = () => (state.canSave ? quietly(state.save()) : undefined)
  useShortcut('mod+s', save, { isOn: !isReadOnly, group, label: t('save'), isTaken: true })
  const toChecks = () => {
    if (document.activeElement?.closest(`.${styles.foot!} form`) instanceof Element) return false
    goToChecks()
    return undefined
  }
  useShortcut('mod+enter', toChecks, { group, label: t('panel.checks') })
}

/** A draft or a template: the form, the phone, and the totals with the checks. */
export function MailEditor(props: EditorProps): ReactNode {
  const t = useMailTexts()
  const { line, mail } = props
  const isMobile = useIsMobile()
  const isWide = useMediaQuery('(min-width: 1440px)')
  const [part, setPart] = useState<Part>('edit')
  const [isOpen, setOpen] = useState(false)
  const reason = useRef<InputRef>(null)
  const state = useMailDraft(line, mail)
  useMailKeys(state, props.isReadOnly, () => {
    setPart('checks')
    setOpen(true)
    reason.current?.focus()
  })
  const checks = useCall(
    mailChecks,
    { query: atLine(line), body: { id: mail.id } },
    { tag: 'mail:panel.checks', told: 'inline', keepsPrevious: true },
  )
  const notOk = checks.data?.checks.filter((each) => each.state !== 'ok').length ?? 0
  const edit = <EditPanel {...props} state={state} />
  const phone = <PhoneFrame line={line} mail={state.base} draft={state.draft} />
  const side = { line, state, checks, reason }
  if (isMobile) {
    return (
      <div className={styles.phonePage} data-part={part}>
        <SegmentedControl
          label={t('one')}
          value={part}
          segments={(['edit', 'phone', 'checks'] as const).map((value) => ({
            value,
            label: t(`panel.${value}`),
          }))}
          isBlock
          onChange={setPart}
        />
        <div hidden={part !== 'edit'}>{edit}</div>
        {part === 'phone' ? phone : null}
        {part === 'checks' ? <ChecksPanel {...side} /> : null}
      </div>
    )
  }
  return (
    <div className={styles.columns}>
      {edit}
      {phone}
      {isWide ? (
        <ChecksPanel {...side} />
      ) : (
        <>
          <Button
            className={styles.opener}
            icon={<ListChecks size={15} aria-hidden />}
            onClick={() => setOpen(true)}
          >
            {t('panel.checks')} {notOk === 0 ? null : formatQuantity(notOk)}
          </Button>
          <Drawer
            open={isOpen}
            size={376}
            title={t('panel.checks')}
            styles={{ body: { display: 'flex', padding: 0 } }}
            afterOpenChange={(isNow) => (isNow ? reason.current?.focus() : undefined)}
            onClose={() => setOpen(false)}
          >
            <ChecksPanel {...side} isInDrawer />
          </Drawer>
        </>
      )}
    </div>
  )
}

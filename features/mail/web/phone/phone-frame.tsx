import { filledParts, languageName, languageTag } from '@qd/i18n'
import type { FilledPart } from '@qd/i18n'
import { formatInstant } from '@qd/web-base'
import type { LineRef } from '@qd/web-calls'
import { Panel, Picker } from '@qd/web-controls'
import { Slot } from '@qd/web-frame'
import { Smartphone } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import type { MailDraft, MailRecord } from '../../contract/index.ts'
import { languageState, languagesOf, textIn } from '../parts/language-state.ts'
import { useMailTexts } from '../texts.ts'
import { letterIn } from './letter-in.ts'
import styles from './phone-frame.module.css'
import { RecipientSteps } from './recipient-steps.tsx'
import { useRecipient } from './use-recipient.ts'

function Filled({ parts }: { parts: readonly FilledPart[] }): ReactNode {
  return parts.map(({ value, kind, name }, index) =>
    kind === 'text' ? (
      <span key={index}>{value}</span>
    ) : (
      <mark key={index} data-kind={kind} title={`{${name ?? ''}}`}>
        {value}
      </mark>
    ),
  )
}

function Items({ line, entries }: { line: LineRef; entries: MailDraft['attach'] }): ReactNode {
  return (
    <ul className={styles.items}>
      {entries.map(({ number, quantity }) => (
        <li key={number}>
          <Slot name="itemName" values={{ line, number }} fallback={<bdi>{number}</bdi>} />
          <b>
            <Slot name="itemQuantity" values={{ line, number, quantity }} fallback={<>{quantity}</>} />
          </b>
        </li>
      ))}
    </ul>
  )
}

interface PhoneProps {
  line: LineRef
  mail: Pick<MailRecord, 'id' | 'recipients'>
  draft: MailDraft
}

/** The mail as one of its players sees it: in their language, with their words and items. */
export function PhoneFrame({ line, mail, draft }: PhoneProps): ReactNode {
  const t = useMailTexts()
  const [language, setLanguage] = useState(draft.fallback)
  const chosen = useRecipient(line, mail, draft)
  const letter = letterIn(draft, language)
  const [title, body, sender] = [letter.title, letter.body, letter.sender].map((text) =>
    filledParts(text, chosen.vars),
  ) as [FilledPart[], FilledPart[], FilledPart[]]
  const missing = [title, body, sender].flat().flatMap(({ kind, name }) => (kind === 'missing' ? [name] : []))
  const entries = chosen.recipient?.attach ?? draft.attach
  return (
    <Panel
      className={styles.panel}
      title={t('panel.phone')}
      icon={<Smartphone size={15} aria-hidden />}
      actions={
        <Picker
          label={t('phone.language')}
          value={language}
          options={languagesOf(draft).map((value) => {
            const state = languageState(textIn(draft, value))
            return {
              value,
              label: languageName(value),
              ...(state === 'complete' ? {} : { tag: { text: t(`text.${state}`), tone: 'warn' as const } }),
            }
          })}
          onChange={setLanguage}
        />
      }
      status={chosen.total === 0 ? undefined : <RecipientSteps {...chosen} />}
    >
      {chosen.error === null ? null : (
        <p className={styles.note} role="alert">
          {chosen.error.message}
        </p>
      )}
      {letter.standsIn ? (
        <p className={styles.note} role="status">
          {t('phone.standsIn', { language: languageName(draft.fallback) })}
        </p>
      ) : null}
      {missing.length === 0 ? null : (
        <p className={styles.note} role="status">
          {t('phone.missing', { names: [...new Set(missing)].join(', ') })}
        </p>
      )}
      <div className={styles.phone} lang={languageTag(language)}>
        <div className={styles.paper}>
          <h3>
            <Filled parts={title} />
          </h3>
          <p className={styles.from}>
            <Filled parts={sender} />
            {sender.length === 0 || draft.sendAt === null ? '' : ' · '}
            {draft.sendAt === null ? '' : formatInstant(draft.sendAt)}
          </p>
          <p className={styles.body}>
            <Filled parts={body} />
          </p>
          <Items line={line} entries={entries} />
        </div>
        {entries.length === 0 ? null : <div className={styles.claim}>{t('phone.claim')}</div>}
      </div>
    </Panel>
  )
}

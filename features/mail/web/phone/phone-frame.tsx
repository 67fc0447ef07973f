import { languageName, languageTag } from '@qd/i18n'
import { formatInstant } from '@qd/web-base'
import { Panel, Picker } from '@qd/web-controls'
import { Smartphone } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import type { MailDraft } from '../../contract/index.ts'
import { useMailTexts } from '../texts.ts'
import styles from './phone-frame.module.css'
import { markedParts } from './marked-parts.ts'

/** An attachment as its square shows it. */
export interface PhoneItem {
  number: string
  quantity: string
  name: string
}

function Filled({ text }: { text: string }): ReactNode {
  return markedParts(text).map(({ value, isVariable }, index) =>
    isVariable ? <mark key={index}>{value}</mark> : <span key={index}>{value}</span>,
  )
}

/** The mail as players see it: by language, with its variables marked. */
export function PhoneFrame(props: { draft: MailDraft; items: readonly PhoneItem[] }): ReactNode {
  const t = useMailTexts()
  const { draft, items } = props
  const languages = Object.keys(draft.content)
  const [chosen, setChosen] = useState(draft.fallback)
  const language = languages.includes(chosen) ? chosen : draft.fallback
  const text = draft.content[language] ?? { title: '', body: '' }
  return (
    <Panel
      className={styles.panel}
      title={t('panel.phone')}
      icon={<Smartphone size={15} aria-hidden />}
      actions={
        <Picker
          label={t('section.texts')}
          value={language}
          options={languages.map((value) => ({ value, label: languageName(value) }))}
          onChange={setChosen}
        />
      }
    >
      <div className={styles.phone} lang={languageTag(language)}>
        <div className={styles.paper}>
          <h3>
            <Filled text={text.title} />
          </h3>
          <p className={styles.from}>
            {[
              draft.sender[language] ?? draft.sender[draft.fallback] ?? '',
              draft.sendAt === null ? '' : formatInstant(draft.sendAt),
            ]
              .filter((part) => part !== '')
              .join(' · ')}
          </p>
          <p className={styles.body}>
            <Filled text={text.body} />
          </p>
          <ul className={styles.items}>
            {items.map(({ number, quantity, name }) => (
              <li key={number} title={name}>
                <span>{name}</span>
                <b>{quantity}</b>
              </li>
            ))}
          </ul>
        </div>
        {items.length === 0 ? null : <div className={styles.claim}>{t('phone.claim')}</div>}
      </div>
    </Panel>
  )
}

import { formatInstant } from '@qd/web-base'
import { Panel, Picker } from '@qd/web-controls'
import { Smartphone } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import type { MailDraft } from '../../contract/index.ts'
import { languageName } from '../parts/language-name.ts'
import { useMailTexts } from '../texts.ts'
import styles from './phone-frame.module.css'
import { filledParts } from './filled-parts.ts'

/** An attachment as its square shows it. */
export interface PhoneItem {
  number: string
  quantity: string
  name: string
}

function Filled({ text, values }: { text: string; values: Readonly<Record<string, string>> }): ReactNode {
  return filledParts(text, values).map(({ value, isFilled }, index) =>
    isFilled ? <mark key={index}>{value}</mark> : <span key={index}>{value}</span>,
  )
}

/** The mail as players see it: by language and recipient, with filled variables marked. */
export function PhoneFrame(props: {
  draft: MailDraft
  items: readonly PhoneItem[]
  recipients?: readonly { key: string; values: Readonly<Record<string, string>> }[]
}): ReactNode {
  const t = useMailTexts()
  const { draft, items, recipients = [] } = props
  const languages = Object.keys(draft.content)
  const [chosen, setChosen] = useState(draft.fallback)
  const [player, setPlayer] = useState('')
  const language = languages.includes(chosen) ? chosen : draft.fallback
  const text = draft.content[language] ?? { title: '', body: '' }
  const values = (recipients.find(({ key }) => key === player) ?? recipients[0])?.values ?? {}
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
      status={
        recipients.length < 2 ? undefined : (
          <Picker
            label={t('phone.recipient')}
            value={player === '' ? recipients[0]!.key : player}
            options={recipients.map(({ key }) => ({ value: key, label: key }))}
            onChange={setPlayer}
          />
        )
      }
    >
      <div className={styles.phone} lang={language}>
        <div className={styles.paper}>
          <h3>
            <Filled text={text.title} values={values} />
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
            <Filled text={text.body} values={values} />
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

import { Switch } from 'antd'
import { useId } from 'react'
import type { ReactNode } from 'react'
import styles from './settings.module.css'

/** A setting: its name, what it does, and the control beside or below. */
export function SettingRow(props: {
  label: string
  hint?: ReactNode
  isStacked?: boolean
  labelId?: string
  children: ReactNode
}): ReactNode {
  return (
    <div className={styles.row} data-stacked={props.isStacked === true}>
      <div className={styles.text}>
        <span id={props.labelId}>{props.label}</span>
        {props.hint === undefined ? null : <span className={styles.hint}>{props.hint}</span>}
      </div>
      {props.children}
    </div>
  )
}

export function SwitchRow(props: {
  label: string
  hint?: string
  isOn: boolean
  onChange: (isOn: boolean) => void
}): ReactNode {
  const id = useId()
  return (
    <SettingRow label={props.label} hint={props.hint} labelId={id}>
      <Switch size="small" aria-labelledby={id} checked={props.isOn} onChange={props.onChange} />
    </SettingRow>
  )
}

export function SettingSection({ title, children }: { title: string; children: ReactNode }): ReactNode {
  return (
    <section className={styles.section} aria-label={title}>
      <h3 className={styles.title}>{title}</h3>
      {children}
    </section>
  )
}

import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import styles from './icon-button.module.css'

export interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  label: string
  /** 24 px, for places inside a row or a box. */
  isSmall?: boolean
  children: ReactNode
  ref?: Ref<HTMLButtonElement>
}

/** A quiet 28 px button with only an icon; the label is its name and tooltip. */
export function IconButton(props: IconButtonProps): ReactNode {
  const { label, isSmall = false, children, className, ref, ...rest } = props
  return (
    <button
      type="button"
      ref={ref}
      aria-label={label}
      title={label}
      data-small={isSmall}
      className={`${styles.button} ${className ?? ''}`}
      {...rest}
    >
      {children}
    </button>
  )
}

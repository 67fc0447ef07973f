import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import styles from './icon-button.module.css'

export interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  label: string
  children: ReactNode
  ref?: Ref<HTMLButtonElement>
}

/** A quiet 28 px button with only an icon; the label is its name and tooltip. */
export function IconButton({ label, children, className, ref, ...rest }: IconButtonProps): ReactNode {
  return (
    <button
      type="button"
      ref={ref}
      aria-label={label}
      title={label}
      className={`${styles.button} ${className ?? ''}`}
      {...rest}
    >
      {children}
    </button>
  )
}

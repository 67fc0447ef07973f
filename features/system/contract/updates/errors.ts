import { defineErrors } from '@qd/contract-kit'

/** Why no update was found or brought here; all are told in the dialog, in words. */
export const updateErrors = defineErrors({
  /** The settings name no feed, or no key to verify it with. */
  update_off: 409,
  update_refused_address: 502,
  update_unreachable: 503,
  update_timeout: 504,
  update_redirects: 502,
  update_status: 502,
  update_too_large: 502,
  /** A feed or package in a folder that cannot be read. */
  update_unreadable: 502,
  update_unsigned: 502,
  update_signature: 502,
  update_malformed: 502,
  /** It was published before one that was here already: somebody holds newer ones back. */
  update_older: 502,
  update_version_gone: 409,
  update_no_package: 409,
  update_by_hand: 409,
  update_busy: 409,
  update_package_size: 502,
  update_package_hash: 502,
  update_not_written: 507,
  /** The console stopped, or was killed, while the package came. */
  update_interrupted: 503,
})

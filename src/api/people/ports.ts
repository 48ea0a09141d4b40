// Functions and types of this domain that other domains may use; everything else here is its own.
export { findCustomer, type StoredCustomer } from './customer/customer.store.ts';
export {
  endAccount,
  forgetMoneyOfEnded,
  hasEnded,
  listMoneyOfEnded,
  listWalletsOfEnded,
  recordMoneyOfEnded,
} from './customer/ended-account.store.ts';
export { findPublicKeys } from './ssh-key/ssh-key.store.ts';
export { findPerson } from './staff/staff.store.ts';
export { saveUser } from './user/user.store.ts';

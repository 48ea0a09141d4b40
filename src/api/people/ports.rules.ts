// Rules of this domain that other domains may use; everything else here is its own.
export { newUser } from './user/user.rules.ts';

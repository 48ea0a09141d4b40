// Parameters, bodies and answers of API calls, from the API's own document (scripts/api-types.ts).
import type { paths } from '#api-types';

export type Verb = 'get' | 'post' | 'put' | 'delete';

/** The addresses that know this method, without /api. */
export type PathOf<V extends Verb> = {
  [P in keyof paths]: paths[P] extends { [K in V]: object } ? P : never;
}[keyof paths];

type Operation<P extends keyof paths, V extends Verb> = NonNullable<paths[P][V]>;

/** The parameters and the body of a call; the argument may be left out where none of it is required. */
export type Init<P extends keyof paths, V extends Verb, Own> = Given<
  Loose<ParametersOf<Operation<P, V>> & BodyOf<Operation<P, V>>> & Own
>;

/** The answer of a call; undefined where it has no content. */
export type Answer<P extends keyof paths, V extends Verb> = AnswerOf<Operation<P, V>>;

type Nothing = Record<never, never>;

type Given<I> = Nothing extends I ? [init?: I] : [init: I];

type ParametersOf<O> = O extends { parameters: infer A } ? (Nothing extends A ? { params?: A } : { params: A }) : never;

type BodyOf<O> = O extends { requestBody?: never }
  ? { body?: never }
  : O extends { requestBody: { content: infer C } }
    ? { body: ContentOf<C> }
    : O extends { requestBody?: { content: infer C } }
      ? { body?: ContentOf<C> }
      : never;

/** A file is sent as it is; its type says what it holds. */
type ContentOf<C> = { [T in keyof C]: T extends 'application/json' ? C[T] : Blob }[keyof C];

type AnswerOf<O> = O extends { responses: infer R }
  ? { [S in keyof R]: R[S] extends { content: { 'application/json': infer J } } ? J : undefined }[keyof R]
  : never;

/** A type of the document, loosened: undefined values are not sent, and lists are only read. */
type Loose<T> = unknown extends T
  ? T
  : T extends string | number | boolean | null | undefined | Blob
    ? T
    : T extends ReadonlyArray<infer I>
      ? ReadonlyArray<Loose<I>>
      : { [K in keyof T]: Nothing extends Pick<T, K> ? Loose<T[K]> | undefined : Loose<T[K]> };

import { type FormEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { focusFault } from './focus-fault.ts';

type Values<Name extends string> = Record<Name, string>;
type Errors<Name extends string> = Partial<Record<Name, ReactNode>>;

/** Why a form was not accepted. Without `errors` the reason is shown elsewhere; `clear` empties fields (passwords). */
type Refusal<Name extends string> = { errors?: Errors<Name>; clear?: Name[] };

export type Form<Name extends string> = {
  values: Values<Name>;
  busy: boolean;
  /** For the form element itself. */
  props: { ref: RefObject<HTMLFormElement | null>; noValidate: true; onSubmit: (event: FormEvent) => void };
  /** For the field of this name. */
  field: (name: Name) => { name: Name; value: string; error: ReactNode; onChange: (value: string) => void };
  /** Puts a value in, as typing would. */
  set: (name: Name, value: string) => void;
  /** Another way to send the form, by a button of its own, which needs only these fields. */
  sendOnly: (names: Name[], send: Send<Name>) => Promise<void>;
};

type Send<Name extends string> = (values: Values<Name>) => Promise<Refusal<Name> | undefined>;

/**
 * A form of text fields. Errors appear with the first attempt to send it and follow what is typed from then on; while
 * there is one, nothing is sent and the first wrong field has the focus. `send` resolves with a refusal, or with
 * nothing when all went well; the form can be used again after either.
 */
export function useForm<Name extends string>(options: {
  initial: Values<Name>;
  /** Error of each field; a field without an entry is right. */
  check: (values: Values<Name>) => Partial<Record<Name, string>>;
  /** Every attempt begins with it, also one that is not sent: what was said of the last one goes. */
  begin?: () => void;
  send: Send<Name>;
}): Form<Name> {
  const [values, setValues] = useState(options.initial);
  const [judged, setJudged] = useState<Name[]>([]);
  const [refused, setRefused] = useState<Errors<Name>>({});
  const [busy, setBusy] = useState(false);
  const [focusOn, setFocusOn] = useState<{ wanted: Name | undefined } | null>(null);
  const sending = useRef(false);
  const form = useRef<HTMLFormElement>(null);
  const names = Object.keys(options.initial) as Name[];
  const errors: Errors<Name> = { ...refused, ...faults(values, judged) };

  // A browser may have filled the fields before the page was listening: what they hold counts.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page begins to listen
  useEffect(() => setValues((known) => ({ ...known, ...filledIn(form.current, names) })), []);

  useEffect(() => {
    if (!focusOn) return;
    if (focusFault(form.current)) return;
    const wanted = focusOn.wanted && form.current?.elements.namedItem(focusOn.wanted);
    if (wanted instanceof HTMLElement) wanted.focus();
  }, [focusOn]);

  function set(name: Name, value: string) {
    setValues((known) => ({ ...known, [name]: value }));
    setRefused(({ [name]: _gone, ...others }) => others as Errors<Name>);
  }

  function faults(of: Values<Name>, among: Name[]): Errors<Name> {
    const found = Object.entries(options.check(of)).filter(([name]) => among.includes(name as Name));
    return Object.fromEntries(found) as Errors<Name>;
  }

  async function attempt(needed: Name[], send: Send<Name>) {
    if (sending.current) return;
    options.begin?.();
    const typed = { ...values, ...filledIn(form.current, names) };
    setValues(typed);
    setRefused({});
    const isWrong = Object.keys(faults(typed, needed)).length > 0;
    // Sent values are right: a form that is emptied by its success has no errors.
    setJudged(isWrong ? needed : []);
    if (isWrong) return setFocusOn({ wanted: undefined });
    sending.current = true;
    setBusy(true);
    try {
      const refusal = await send(typed);
      if (refusal) refuse(refusal, needed);
    } finally {
      sending.current = false;
      setBusy(false);
    }
  }

  function refuse({ errors, clear = [] }: Refusal<Name>, needed: Name[]) {
    for (const name of clear) set(name, '');
    // A field that was emptied just now is no error before the next attempt.
    setJudged(needed.filter((name) => !clear.includes(name)));
    setRefused(errors ?? {});
    setFocusOn({ wanted: clear[0] });
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    void attempt(names, options.send);
  }

  return {
    values,
    busy,
    props: { ref: form, noValidate: true, onSubmit },
    field: (name) => ({ name, value: values[name], error: errors[name], onChange: (value) => set(name, value) }),
    set,
    sendOnly: attempt,
  };
}

/** The text of those fields that the form shows now. */
function filledIn<Name extends string>(form: HTMLFormElement | null, names: Name[]): Partial<Values<Name>> {
  const shown: Partial<Values<Name>> = {};
  for (const name of names) {
    const field = form?.elements.namedItem(name);
    if (field && 'value' in field && typeof field.value === 'string') shown[name] = field.value;
  }
  return shown;
}

import { z } from 'zod';
import { applicationFieldNames } from '#src/domain/model/application-fields.ts';
import { documentOrder } from '#src/domain/model/document-types.ts';
import { limits } from '#src/domain/model/limits.ts';
import { messages } from '#src/domain/model/messages.ts';
import { palettes } from '#src/domain/model/skins.ts';
import { nameKey } from '#src/domain/rules/text/text.ts';
import { languageTags } from '#src/texts/language.ts';
import { enquiryFormSchema, noForm } from './enquiry-form-schema.ts';
import { mailSchema, stagesSchema } from './mail-schema.ts';
import { ownTextsJsonSchema, ownTextsSchema } from './own-texts.ts';
import type { SiteFault } from './site-file.ts';
import {
  backgroundSchema,
  hrefSchema,
  linkSchema,
  localeSchema,
  phoneCountrySchema,
  pictureSchema,
  proseSchema,
  requiredTextSchema,
  timeZoneSchema,
  translatedSchema,
  translatedTexts,
} from './site-values.ts';
import { tonesOf, unreadablePairs } from './skin-tones.ts';

const menuItemSchema = linkSchema.extend({
  get items() {
    return z.optional(z.array(menuItemSchema).min(1));
  },
});

/** Section 3, Gallery item: one category or a comma-separated list, each a number starting at 1. */
const categorySchema = z.union([z.number(), z.string()]).transform((value, context) => {
  const numbers = `${value}`.split(',').map((part) => (part.trim() === '' ? 0 : Number(part)));
  if (numbers.every((number) => Number.isInteger(number) && number > 0))
    return [...new Set(numbers)];
  context.addIssue({ code: 'custom', message: messages.galleryCategory });
  return z.NEVER;
});

const gallerySchema = z
  .strictObject({
    title: translatedSchema,
    intro: translatedSchema,
    categories: z.array(translatedSchema),
    items: z.array(
      z.strictObject({
        picture: pictureSchema,
        caption: translatedSchema,
        note: translatedSchema,
        background: backgroundSchema,
        category: categorySchema,
        sort: z.union([z.number(), z.string()]).optional(),
      }),
    ),
  })
  .superRefine(({ categories, items }, context) => {
    for (const [index, item] of items.entries()) {
      const unknown = item.category.find((number) => number > categories.length);
      const message = `category ${unknown} has no name in gallery.categories`;
      if (unknown)
        context.addIssue({ code: 'custom', path: ['items', index, 'category'], message });
    }
  })
  .default({ title: '', intro: '', categories: [], items: [] });

const colorSchema = z
  .string()
  .regex(/^#[\da-f]{6}$/i, {
    message: 'must be a color of six hexadecimal digits after #, in quotes',
    // If a text is no color, the contrast is not checked.
    abort: true,
  })
  .toLowerCase();
const colorsSchema = z.strictObject({ accent: colorSchema, paper: colorSchema, ink: colorSchema });

/** A palette of the build (`palettes`), or own colors whose tones have enough contrast with each other. */
const skinSchema = z
  .strictObject({
    name: translatedSchema,
    palette: z.enum(palettes).exactOptional(),
    colors: z.strictObject({ light: colorsSchema, dark: colorsSchema }).exactOptional(),
  })
  .refine(({ palette, colors }) => (palette === undefined) !== (colors === undefined), {
    message: 'must have a palette, or colors',
  })
  .superRefine(({ colors }, context) => {
    if (!colors) return;
    const { light, dark } = colors;
    for (const [scheme, tones] of Object.entries({
      light: tonesOf(light, dark, false),
      dark: tonesOf(dark, dark, true),
    }))
      for (const message of unreadablePairs(tones))
        context.addIssue({ code: 'custom', path: ['colors', scheme], message });
  });

const companySchema = z.strictObject({
  name: requiredTextSchema,
  kind: translatedSchema,
  text: proseSchema,
  picture: pictureSchema,
  background: backgroundSchema,
  /** The slides on the pages of the company's openings. `name` is the openings' company_name. */
  slides: z.array(pictureSchema).min(1),
  /** Applications to the company are erased after this many days, whatever RETENTION_DAYS is. */
  retentionDays: z.int().min(1).exactOptional(),
  mail: z
    .strictObject({
      /** The sender of mail to applicants. The default is MAIL_FROM. */
      from: requiredTextSchema.exactOptional(),
      /** The address to which applicants write. The default is the address of `enquiries`. */
      replyTo: z.email().exactOptional(),
      /** The recipient of a notice of each application, its last document and its withdrawal. By default none is sent. */
      notify: z.email().exactOptional(),
      /** Whether mails to `notify` have the application without its documents as a JSON file. */
      attach: z.boolean().exactOptional(),
    })
    .exactOptional(),
});

const sectionSchema = z.strictObject({ title: translatedSchema, text: proseSchema });

/** The help names what to send if an applicant has no such document, because section 5 requires each. */
const documentHelpSchema = z.strictObject({
  /** The name of the document for applicants. The default is that of section 5. */
  label: translatedSchema.exactOptional(),
  help: translatedSchema.exactOptional(),
  /** Openings with these role names or companies do not need the document. Without both lists, no opening needs it. */
  notNeeded: z
    .strictObject({
      roles: z.array(requiredTextSchema).min(1).exactOptional(),
      companies: z.array(requiredTextSchema).min(1).exactOptional(),
      /** The sentence that names a replacement. Without it these openings do not ask for the document. */
      help: translatedSchema.exactOptional(),
    })
    .exactOptional(),
});

/** The site config has all texts and values that differ between companies. Those of the sample are in fixtures/company. */
export const siteConfigSchema = z.strictObject({
  /** The language of the texts of this file. The file site.<tag>.yaml beside it has the texts of another language. */
  language: z.enum(languageTags),
  /** Texts of src/texts in own words, by their names there. The default texts follow the specification. */
  texts: ownTextsSchema.register(translatedTexts, { translated: true }).exactOptional(),
  brand: z.strictObject({
    name: requiredTextSchema,
    /** The home page shows this name in place of an opening's company_name (section 3). */
    companyName: requiredTextSchema,
    tagline: translatedSchema,
    description: translatedSchema,
    /** A square for the icons of browsers and home screens. The default is a plate in the colors of the skin. */
    icon: pictureSchema.exactOptional(),
    /** A picture that replaces the name in the header. */
    logo: pictureSchema.exactOptional(),
  }),
  copyrightYear: z.int().min(1900),
  mail: mailSchema,
  /** The maximum number of mails of a kind in an hour. */
  mailsPerHour: z.int().min(1).default(500),
  stages: stagesSchema,
  address: z.strictObject({
    lines: z.array(requiredTextSchema).min(1),
    city: requiredTextSchema,
    region: requiredTextSchema,
    country: requiredTextSchema,
  }),
  region: z.strictObject({
    locale: localeSchema,
    timeZone: timeZoneSchema,
    /** The countries of telephone numbers (ISO 3166-1). Numbers of the first country are sent in national form. */
    phoneCountries: z.array(phoneCountrySchema).min(1),
    /** A code of ISO 4217, for the examples of an import. */
    currency: z.string().regex(/^[A-Z]{3}$/, 'must be the code of a currency, such as CAD'),
  }),
  enquiries: z.strictObject({
    email: z.email(),
    phone: requiredTextSchema,
    hours: translatedSchema,
  }),
  menu: z.array(menuItemSchema).min(1),
  hero: z.strictObject({
    eyebrow: translatedSchema,
    headline: translatedSchema,
    text: translatedSchema,
    slidesLabel: translatedSchema,
    slides: z
      .array(
        z.strictObject({
          background: backgroundSchema,
          pictures: z.array(pictureSchema).min(1).max(4),
        }),
      )
      .min(1),
  }),
  intro: z.strictObject({
    title: translatedSchema,
    more: translatedSchema,
    paragraphs: z.array(proseSchema).min(1),
    figures: z.array(z.strictObject({ figure: translatedSchema, text: translatedSchema })),
  }),
  openings: z.strictObject({
    title: translatedSchema,
    text: translatedSchema,
    /** A section of this site that opens in the lightbox, beside Apply Now on the page of an opening. */
    readMore: linkSchema.optional(),
  }),
  companies: z.strictObject({
    title: translatedSchema,
    items: z
      .array(companySchema)
      .min(1)
      .superRefine((items, context) => {
        const names = items.map(({ name }) => nameKey(name));
        const message = 'is the name of another company';
        for (const [index, name] of names.entries())
          if (names.indexOf(name) < index)
            context.addIssue({ code: 'custom', path: [index, 'name'], message });
      }),
  }),
  dishes: z
    .strictObject({
      title: translatedSchema,
      label: translatedSchema,
      items: z.array(
        z.strictObject({
          name: translatedSchema,
          note: translatedSchema,
          picture: pictureSchema,
          background: backgroundSchema,
        }),
      ),
    })
    .default({ title: '', label: '', items: [] }),
  testimonial: z
    .strictObject({
      label: translatedSchema,
      text: translatedSchema,
      source: translatedSchema,
      pictures: z.array(pictureSchema),
    })
    .optional(),
  benefits: z
    .strictObject({
      title: translatedSchema,
      items: z.array(sectionSchema),
      pictures: z.array(pictureSchema),
    })
    .default({ title: '', items: [], pictures: [] }),
  gallery: gallerySchema,
  brands: z
    .strictObject({
      title: translatedSchema,
      label: translatedSchema,
      items: z.array(z.strictObject({ name: requiredTextSchema })),
    })
    .default({ title: '', label: '', items: [] }),
  map: z
    .strictObject({
      title: translatedSchema,
      center: z.strictObject({
        lat: z.number().min(-90).max(90),
        lon: z.number().min(-180).max(180),
      }),
      zoom: z.number().min(1).max(20),
      marker: translatedSchema,
      tiles: z
        .url({ protocol: /^https?$/ })
        .refine((url) => ['{x}', '{y}', '{z}'].every((part) => url.includes(part)), {
          message: 'must contain {x}, {y} and {z}',
        }),
      attribution: translatedSchema,
    })
    .optional(),
  enquiryForms: z
    .strictObject({
      contactUs: enquiryFormSchema('contact-us').default({
        ...noForm,
        action: '/forms/contact-us',
      }),
      quote: enquiryFormSchema('quote')
        .safeExtend({
          services: z.array(translatedSchema).min(1),
          closedDates: z
            .array(z.string().regex(/^(\d{4}-)?\d{2}-\d{2}$/, 'must be MM-DD or YYYY-MM-DD'))
            .default([]),
        })
        .default({ ...noForm, action: '/forms/quote', services: [], closedDates: [] }),
    })
    .prefault({}),
  captcha: z
    .strictObject({
      provider: z.enum(['hcaptcha', 'turnstile', 'test']),
      siteKey: requiredTextSchema,
    })
    .optional(),
  skins: z.strictObject({ panel: z.boolean(), items: z.array(skinSchema).min(1) }),
  share: z.array(
    z.strictObject({
      network: z.enum(['facebook', 'linkedin']),
      label: translatedSchema,
      /** `{url}` is replaced by the encoded URL of the application page. */
      href: hrefSchema.refine((href) => href.includes('{url}'), { message: 'must contain {url}' }),
    }),
  ),
  footer: z.strictObject({
    servicesTitle: translatedSchema,
    services: z.array(linkSchema).min(1),
    linksTitle: translatedSchema,
    links: z.array(linkSchema).min(1),
  }),
  documents: z.partialRecord(z.enum(documentOrder), documentHelpSchema).default({}),
  /** Changes of the application form. The default is the form of the specification. */
  application: z
    .strictObject({
      /** Optional fields that the form does not show. */
      hiddenFields: z.array(z.enum(['current_employer', 'linkedinprofile'])).exactOptional(),
      /** The choices of education, each with its grades. The first is preselected. */
      educations: z
        .array(
          z
            .strictObject({
              name: requiredTextSchema,
              grades: z.array(requiredTextSchema).default([]),
              isGradeRequired: z.boolean().default(false),
            })
            .refine(({ grades, isGradeRequired }) => !isGradeRequired || grades.length > 0, {
              path: ['grades'],
              message: 'is empty, so that none can be required',
            }),
        )
        .min(1)
        .exactOptional(),
      hints: z.partialRecord(z.enum(applicationFieldNames), translatedSchema).exactOptional(),
    })
    .prefault({}),
  search: z
    .strictObject({
      /** Each text has words and phrases with the same meaning, separated by commas (search-synonyms.ts). */
      synonyms: z.array(translatedSchema).default([]),
      /** Each text begins with a word that is found in descriptions too. The others are typed in its place. */
      sameWords: z.array(translatedSchema).default([]),
    })
    .prefault({}),
  /** A feature that is off, or a section that is empty, has no heading, link, page or line in the sitemap. */
  show: z
    .record(
      z.enum([
        'houses',
        'dishes',
        'gallery',
        'brands',
        'map',
        'enquiryForms',
        'contactPage',
        'alerts',
        'feeds',
        'embedding',
      ]),
      z.boolean().default(true),
    )
    .prefault({}),
  photographs: z.boolean().default(true),
  /** The height of the cover letter's writing area in CSS pixels (section 9). */
  coverLetterHeight: z.int().min(60).max(1000).default(limits.coverLetterHeight),
  privacy: z.strictObject({
    title: translatedSchema,
    paragraphs: z.array(proseSchema).min(1),
  }),
  contact: z.strictObject({
    text: proseSchema,
    pictures: z.array(pictureSchema).min(1).max(4),
  }),
  feedback: z.strictObject({
    title: translatedSchema,
    text: translatedSchema,
    next: translatedSchema,
    steps: z.array(sectionSchema),
    picture: z.strictObject({
      picture: pictureSchema,
      caption: translatedSchema,
      background: backgroundSchema,
    }),
    home: translatedSchema,
  }),
});

/** Returns the JSON Schema of site.yaml, for editors. It lacks the rules that only a program can check. */
export const siteJsonSchema = (): object =>
  z.toJSONSchema(siteConfigSchema, {
    io: 'input',
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema }) {
      if (zodSchema === ownTextsSchema) Object.assign(jsonSchema, ownTextsJsonSchema());
    },
  });

export type SiteConfig = z.output<typeof siteConfigSchema>;

export function checkSite(
  input: unknown,
): { readonly site: SiteConfig; readonly faults: readonly [] } | { readonly faults: SiteFault[] } {
  // Without `jitless`, zod generates code for the schema, which takes longer than to check one value.
  const result = siteConfigSchema.safeParse(input, { jitless: true, reportInput: true });
  if (result.success) return { site: result.data, faults: [] };
  const faults = result.error.issues.flatMap((issue): SiteFault[] => {
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => ({
        path: [...issue.path, key],
        message: 'is not a name of the site config',
      }));
    const { code, input: value, path, message } = issue;
    if (code !== 'invalid_type') return [{ path, message }];
    if (value === undefined) return [{ path, message: 'is missing' }];
    const isText = issue.expected === 'string';
    return [
      { path, message: isText ? 'must be text, and a number or true as text in quotes' : message },
    ];
  });
  return { faults };
}
